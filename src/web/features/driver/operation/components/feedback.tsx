import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { RETRACTION_MS } from '#domain/operation/retraction'
import type { Entry, Outbox } from '#domain/outbox/entry'
import { undoable } from '#domain/outbox/undo'
import { useNow } from '../../../../lib/time/use-now.ts'
import { operationText as text } from '../../../../text/driver.ts'
import { eventLabel } from '../../../../text/labels.ts'
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
  const { told } = actions
  const current = told !== null && (told.tone !== 'done' || now - told.at < RETRACTION_MS) ? told : null
  const entry = actions.canUndo ? undoable(box, now) : null
  const Icon = ICONS[current?.tone ?? 'told']
  const line = useRef<HTMLDivElement>(null)
  const failure = current?.tone === 'failed' ? current.at : null
  // With the keyboard open the form may be scrolled below it.
  useEffect(() => {
    if (failure !== null) line.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <div className={classes.feedback}>
      <div ref={line} className={classes.told} role="status" data-tone={current?.tone}>
        {current === null ? (
          otherwise
        ) : (
          <>
            <Icon size={18} />
            <span>
              <strong>{current.title}</strong>
              {current.description !== undefined && <span>{current.description}</span>}
              {current.hint !== undefined && <span className={classes.hint}>{current.hint}</span>}
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
      <Undo2 size={18} />
      {text.undo}
    </button>
  )
}
