import { Button } from '@mantine/core'
import { operationText as text } from '../../../text/operation.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { ContainerNumber } from '../../../ui/haulage/container-number.tsx'
import classes from './dialogs.module.css'

export interface FinishDialogProps {
  /** Whose operation would end; null: closed. */
  containerNumber: string | null
  onClose: () => void
  onConfirm: () => void
}

export function FinishDialog({ containerNumber, onClose, onConfirm }: FinishDialogProps) {
  return (
    <Dialog opened={containerNumber !== null} onClose={onClose} title={text.finishTitle}>
      {containerNumber !== null && <ContainerNumber value={containerNumber} size="1.125rem" />}
      <p className={classes.text}>{text.finishQuestion}</p>
      <FormButtons large>
        <Button size="lg" variant="default" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button size="lg" onClick={onConfirm}>
          {text.finishConfirm}
        </Button>
      </FormButtons>
    </Dialog>
  )
}
