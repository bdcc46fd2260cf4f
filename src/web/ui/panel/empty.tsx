import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

export interface EmptyProps {
  Icon?: LucideIcon
  title?: string
  /** What to do about it. */
  children?: ReactNode
  /** `status`: it follows from what the person just did, and is read out. */
  role?: 'status'
  /** Within a panel or a dialog. */
  small?: boolean
}

/** The place of a list that has nothing to show. */
export function Empty({ Icon, title, children, role, small = false }: EmptyProps) {
  return (
    <div className={classes.empty} data-small={small || undefined} role={role}>
      {Icon && <Icon size={small ? 24 : 40} aria-hidden="true" />}
      {title !== undefined && <strong>{title}</strong>}
      {children}
    </div>
  )
}
