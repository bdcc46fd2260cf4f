import { Button } from '@mantine/core'
import { outboxText as text } from '../../../text/outbox.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import classes from './dialogs.module.css'

export interface LogoutDialogProps {
  /** Presses that wait; null: closed. */
  unsent: number | null
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a logout that leaves presses unsent. */
export function LogoutDialog({ unsent, onClose, onConfirm }: LogoutDialogProps) {
  return (
    <Dialog opened={unsent !== null} onClose={onClose} title={text.logoutTitle(unsent ?? 0)}>
      <p className={classes.text}>{text.logoutHint(unsent ?? 0)}</p>
      <FormButtons large>
        <Button size="lg" variant="default" onClick={onClose}>
          {text.logoutStay}
        </Button>
        <Button size="lg" color="red" onClick={onConfirm}>
          {text.logoutLeave}
        </Button>
      </FormButtons>
    </Dialog>
  )
}
