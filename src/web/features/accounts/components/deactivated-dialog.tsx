import { Button } from '@mantine/core'
import { accountsText as text } from '../../../text/accounts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { UserDeactivatedError } from '../model.ts'
import classes from './auth.module.css'

export interface DeactivatedDialogProps {
  /** What the login failed with; null: closed. */
  failure: UserDeactivatedError | null
  onClose: () => void
}

export function DeactivatedDialog({ failure, onClose }: DeactivatedDialogProps) {
  return (
    <Dialog opened={failure !== null} onClose={onClose} title={text.deactivatedTitle}>
      {failure && (
        <div className={classes.dialog}>
          <p>{failure.message}</p>
          <p>{text.deactivatedMistake}</p>
          <p>
            {text.supportLabel}{' '}
            <a href={`mailto:${failure.supportEmail}`} className={classes.link}>
              {failure.supportEmail}
            </a>
          </p>
          <Button size="lg" fullWidth onClick={onClose}>
            {text.understood}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
