import { Button } from '@mantine/core'
import { useState } from 'react'
import { STOP_TYPES, type StopType } from '#domain/operation/steps'
import { operationText as text } from '../../../../text/driver.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { RadioTiles } from '../../../../ui/form/radio-tiles.tsx'
import { stopIcon } from '../../../../ui/haulage/phase.tsx'

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

/** Mounted with the dialog, so that no reason is chosen at first. */
function StopReasons({ pending, onClose, onConfirm }: Omit<StopDialogProps, 'opened'>) {
  const [reason, setReason] = useState<StopType | null>(null)
  return (
    <>
      <RadioTiles
        name="stop"
        legend={text.stopQuestion}
        phase="stopped"
        tiles={STOP_TYPES.map((stop) => ({ value: stop, label: text.stops[stop], Icon: stopIcon(stop) }))}
        value={reason}
        disabled={pending}
        onChange={setReason}
      />
      <FormButtons large onCancel={onClose} busy={pending}>
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
