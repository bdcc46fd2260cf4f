import { adminUsersText as text } from '../../../../text/console.ts'
import type { FoundUser } from './model.ts'
import classes from './users.module.css'

/** Names the account that a dialog is about. */
export function Who({ user: { role, row } }: { user: FoundUser }) {
  return (
    <p className={classes.who}>
      <strong>{row.displayName}</strong>
      <span>
        {row.username} · {text.role[role]} #{row.id}
      </span>
    </p>
  )
}
