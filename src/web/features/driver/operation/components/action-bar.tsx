import { Check, CircleStop, Flag, Play } from 'lucide-react'
import { useState } from 'react'
import type { StopType } from '#domain/operation/steps'
import type { LocalOperation } from '#domain/outbox/standing'
import { operationText as text } from '../../../../text/driver.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { StopDialog } from '../dialogs/stop-dialog.tsx'
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
