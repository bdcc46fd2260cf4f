import { adminUsersText as text } from '../../../../text/console.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import type { FoundUser } from './model.ts'
import { useChangeStatus } from './queries.ts'
import classes from './users.module.css'
import { Who } from './who.tsx'

/** Asks before an account is activated or deactivated. `user` null: closed. */
export function StatusDialog({ user, onClose }: { user: FoundUser | null; onClose: () => void }) {
  const change = useChangeStatus()
  const active = user?.row.isActive ?? false
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={active ? text.deactivateTitle : text.activateTitle}
    >
      {user && (
        <Form
          submit={active ? text.deactivate : text.activate}
          dangerous={active}
          onSubmit={() => {
            change({ id: user.row.id, active: !active })
            onClose()
          }}
          onCancel={onClose}
        >
          <Who user={user} />
          <p className={classes.note}>{active ? text.deactivateNote : text.activateNote}</p>
        </Form>
      )}
    </Dialog>
  )
}
