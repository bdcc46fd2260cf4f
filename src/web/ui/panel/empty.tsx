import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

export interface EmptyProps {
  Icon?: LucideIcon
  title: string
  /** What to do about it. */
  children?: ReactNode
  /** `status`: it follows from what the person just did, and is read out. */
  role?: 'status'
}

/** The place of a list that has nothing to show. */
export function Empty({ Icon, title, children, role }: EmptyProps) {
  return (
    <div className={classes.empty} role={role}>
      {Icon && <Icon size={40} aria-hidden="true" />}
      <strong>{title}</strong>
      {children}
    </div>
  )
}
