import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { RETRACTION_MS } from '#domain/operation/retraction'
import type { Entry, Outbox } from '#domain/outbox/entry'
import { undoable } from '#domain/outbox/undo'
import { useStore } from '../../../lib/store.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { eventLabel } from '../../../text/labels.ts'
import { operationText as text } from '../../../text/operation.ts'
import { notice } from '../notice.ts'
import type { OperationActions } from '../use-operation-actions.ts'
import classes from './feedback.module.css'

const ICONS = { done: CircleCheck, failed: CircleAlert, told: CircleAlert } as const

export interface FeedbackProps {
  box: Outbox
  actions: OperationActions
  /** Shown while there is no notice. */
  otherwise?: ReactNode
}

/** The notice of the newest press, and the button that takes that press back. */
export function Feedback({ box, actions, otherwise }: FeedbackProps) {
  // Renders again every second: both disappear after a minute.
  useNow()
  const now = Date.now()
  const told = useStore(notice)
  const current = told !== null && (told.tone !== 'done' || now - told.at < RETRACTION_MS) ? told : null
  const entry = actions.canUndo ? undoable(box, now) : null
  const Icon = ICONS[current?.tone ?? 'told']
  return (
    <div className={classes.feedback}>
      <div className={classes.told} role="status">
        {current === null ? (
          otherwise
        ) : (
          <>
            <Icon size={18} aria-hidden="true" />
            <span>
              <strong>{current.title}</strong>
              {current.description !== undefined && <span>{current.description}</span>}
            </span>
          </>
        )}
      </div>
      {entry !== null && <UndoButton entry={entry} onPress={() => void actions.undo(entry)} />}
    </div>
  )
}

function UndoButton({ entry: { eventType }, onPress }: { entry: Entry; onPress: () => void }) {
  return (
    <button
      type="button"
      className={classes.undo}
      onClick={onPress}
      aria-label={`${text.undo}: ${eventLabel(eventType)}`}
    >
      <Undo2 size={18} aria-hidden="true" />
      {text.undo}
    </button>
  )
}
