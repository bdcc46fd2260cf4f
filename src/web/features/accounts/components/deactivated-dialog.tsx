import { Button } from '@mantine/core'
import { useProductConfig } from '../../../api/product-config.ts'
import { accountsText as text } from '../../../text/accounts.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { UserDeactivatedError } from '../model.ts'
import classes from './auth.module.css'

export interface DeactivatedDialogProps {
  /** What the login failed with; null: closed. */
  failure: UserDeactivatedError | null
  onClose: () => void
}

export function DeactivatedDialog({ failure, onClose }: DeactivatedDialogProps) {
  const configured = useProductConfig()?.supportEmail
  const email = failure?.supportEmail ?? configured
  return (
    <Dialog opened={failure !== null} onClose={onClose} title={text.deactivatedTitle}>
      {failure && (
        <div className={classes.dialog}>
          <p>{failure.message}</p>
          <p>{text.deactivatedMistake}</p>
          {email !== undefined && (
            <p>
              {text.supportLabel}{' '}
              <a href={`mailto:${email}`} className={classes.link}>
                {email}
              </a>
            </p>
          )}
          <Button size="lg" fullWidth onClick={onClose}>
            {text.understood}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
