import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './stale-strip.module.css'

/** What is shown is not fresh, and why. */
export function StaleStrip({
  Icon,
  role,
  children,
}: {
  Icon: LucideIcon
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  return (
    <p className={classes.strip} role={role}>
      <Icon size={18} />
      {children}
    </p>
  )
}
