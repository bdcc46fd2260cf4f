import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

export interface EmptyProps {
  Icon?: LucideIcon
  title?: string
  /** What to do about it. */
  children?: ReactNode
  /** `status`: the result of an action, announced to screen readers. */
  role?: 'status'
  /** Inside a panel or a dialog. */
  small?: boolean
}

/** Shown instead of an empty list. */
export function Empty({ Icon, title, children, role, small = false }: EmptyProps) {
  return (
    <div className={classes.empty} data-small={small || undefined} role={role}>
      {Icon && <Icon size={small ? 24 : 40} />}
      {title !== undefined && <strong>{title}</strong>}
      {children}
    </div>
  )
}
