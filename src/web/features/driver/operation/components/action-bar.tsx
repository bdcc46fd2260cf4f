import { Button } from '@mantine/core'
import { Check, CircleStop, Flag, Play } from 'lucide-react'
import { useState } from 'react'
import { STOP_TYPES, type StopType } from '#domain/operation/steps'
import type { LocalOperation } from '#domain/outbox/standing'
import { operationText as text } from '../../../../text/driver.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { RadioTiles } from '../../../../ui/form/radio-tiles.tsx'
import { stopIcon } from '../../../../ui/haulage/phase.tsx'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import type { WorkflowView } from '../model.ts'
import type { OperationActions } from '../use-operation-actions.ts'
import classes from './bar.module.css'
import { BigButton } from './big-button.tsx'

export interface ActionBarProps {
  operation: LocalOperation
  view: WorkflowView
  actions: OperationActions
}

type OpenDialog = 'stop' | 'continue' | null

/** The action buttons. The advance button is always the lowest and never moves; the others appear above it. */
export function ActionBar({ operation, view, actions }: ActionBarProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { pressed, resting } = actions
  const { next } = view
  const close = () => setDialog(null)
  const moving = pressed === 'step' || pressed === 'finish'

  const advance = () => {
    if (resting || next === null) return
    void actions.record(operation.id, next, next === 'end_trip' ? 'finish' : 'step')
  }
  const stop = async (reason: StopType) => {
    await actions.record(operation.id, reason, 'stop')
    close()
  }
  const resume = async () => {
    await actions.record(operation.id, 'resume_route', 'resume')
    close()
  }

  return (
    <div className={classes.bar}>
      {view.stop !== null && (
        <BigButton icon={Play} onClick={() => setDialog('continue')} disabled={pressed !== null}>
          {text.continueTrip}
        </BigButton>
      )}
      {view.canStop && (
        <button
          type="button"
          className={classes.second}
          onClick={() => setDialog('stop')}
          disabled={pressed !== null}
        >
          <CircleStop size={22} />
          {text.reportStop}
        </button>
      )}
      <BigButton
        icon={next === 'end_trip' ? Flag : Check}
        onClick={advance}
        busy={moving}
        resting={resting}
        disabled={pressed !== null || view.stop !== null}
      >
        {pressed === 'finish' ? text.finishing : pressed === 'step' ? text.processing : view.advanceLabel}
      </BigButton>
      <StopDialog
        opened={dialog === 'stop'}
        pending={pressed === 'stop'}
        onClose={close}
        onConfirm={(reason) => void stop(reason)}
      />
      <ConfirmDialog
        opened={dialog === 'continue' && view.stop !== null}
        // The label of a stop is the same for loads and unloads.
        title={view.stop === null ? '' : statusLabel('load', view.stop)}
        question={text.continueHint}
        confirm={text.continueTrip}
        pending={pressed === 'resume'}
        onClose={close}
        onConfirm={() => void resume()}
      />
    </div>
  )
}

interface StopDialogProps {
  opened: boolean
  pending: boolean
  onClose: () => void
  onConfirm: (reason: StopType) => void
}

function StopDialog({ opened, ...props }: StopDialogProps) {
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
