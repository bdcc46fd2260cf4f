import { adminUsersText as text } from '../../../text/admin-users.ts'
import type { FoundUser } from './model.ts'
import classes from './users.module.css'

/** Whom an act is about, so that nobody is taken for somebody else. */
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
