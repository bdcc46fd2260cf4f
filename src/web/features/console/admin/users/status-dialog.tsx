import { Button } from '@mantine/core'
import { adminText, adminUsersText as text } from '../../../../text/console.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
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
        <div className={classes.form}>
          <Who user={user} />
          <p className={classes.note}>{active ? text.deactivateNote : text.activateNote}</p>
          <FormButtons cancel={adminText.cancel} onCancel={onClose}>
            <Button
              {...(active ? { color: 'red' } : {})}
              onClick={() => {
                change({ id: user.row.id, active: !active })
                onClose()
              }}
            >
              {active ? text.deactivate : text.activate}
            </Button>
          </FormButtons>
        </div>
      )}
    </Dialog>
  )
}
