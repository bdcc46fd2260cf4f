import { Button } from '@mantine/core'
import { useState } from 'react'
import { STOP_TYPES, type StopType } from '#domain/operation/steps'
import { operationText as text } from '../../../text/operation.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { stopIcon } from '../../../ui/haulage/phase.tsx'
import classes from './dialogs.module.css'

export interface StopDialogProps {
  opened: boolean
  pending: boolean
  onClose: () => void
  onConfirm: (reason: StopType) => void
}

export function StopDialog({ opened, ...props }: StopDialogProps) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={text.stopTitle}>
      <StopReasons {...props} />
    </Dialog>
  )
}

/** Mounted with the dialog: each report begins without a reason chosen. */
function StopReasons({ pending, onClose, onConfirm }: Omit<StopDialogProps, 'opened'>) {
  const [reason, setReason] = useState<StopType | null>(null)
  return (
    <>
      <fieldset className={classes.reasons} disabled={pending}>
        <legend className={classes.question}>{text.stopQuestion}</legend>
        {STOP_TYPES.map((stop) => {
          const Icon = stopIcon(stop)
          return (
            <label key={stop} className={classes.reason}>
              <input
                type="radio"
                name="stop"
                value={stop}
                checked={reason === stop}
                onChange={() => setReason(stop)}
              />
              <Icon size={28} aria-hidden="true" />
              {text.stops[stop]}
            </label>
          )
        })}
      </fieldset>
      <FormButtons large>
        <Button size="lg" variant="default" onClick={onClose} disabled={pending}>
          {text.cancel}
        </Button>
        <Button
          size="lg"
          color="red"
          disabled={reason === null || pending}
          onClick={() => reason !== null && onConfirm(reason)}
        >
          {pending ? text.processing : text.confirmStop}
        </Button>
      </FormButtons>
    </>
  )
}
