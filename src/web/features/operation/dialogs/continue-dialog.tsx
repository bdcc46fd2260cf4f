import { Button } from '@mantine/core'
import type { StopType } from '#domain/operation/steps'
import { statusLabel } from '../../../text/labels.ts'
import { operationText as text } from '../../../text/operation.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import classes from './dialogs.module.css'

export interface ContinueDialogProps {
  /** The stop that is going on; null: closed. */
  stop: StopType | null
  pending: boolean
  onClose: () => void
  onConfirm: () => void
}

export function ContinueDialog({ stop, pending, onClose, onConfirm }: ContinueDialogProps) {
  return (
    <Dialog
      opened={stop !== null}
      onClose={onClose}
      // The label of a stop is the same for loads and unloads.
      title={stop === null ? '' : statusLabel('load', stop)}
    >
      <p className={classes.text}>{text.continueHint}</p>
      <FormButtons large>
        <Button size="lg" variant="default" onClick={onClose} disabled={pending}>
          {text.cancel}
        </Button>
        <Button size="lg" onClick={onConfirm} disabled={pending}>
          {pending ? text.processing : text.continueTrip}
        </Button>
      </FormButtons>
    </Dialog>
  )
}
