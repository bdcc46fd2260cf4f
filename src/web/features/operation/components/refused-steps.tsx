import { CircleAlert } from 'lucide-react'
import { type Entry, type Outbox, refused } from '#domain/outbox/entry'
import { happenedAt } from '#domain/outbox/standing'
import { formatTime } from '../../../lib/time/date-time.ts'
import { shownOffset } from '../../../lib/time/server-clock.ts'
import { eventLabel } from '../../../text/labels.ts'
import { outboxText as text } from '../../../text/outbox.ts'
import { ContainerNumber } from '../../../ui/haulage/container-number.tsx'
import classes from './refused-steps.module.css'

/** Refused presses with the reason; each stays until the driver dismisses it. */
export function RefusedSteps({ box, onDismiss }: { box: Outbox; onDismiss: (eventId: string) => void }) {
  const entries = refused(box)
  if (entries.length === 0) return null
  return (
    <section className={classes.frame} aria-labelledby="refused-steps">
      <h2 id="refused-steps" className={classes.title}>
        <CircleAlert size={20} aria-hidden="true" />
        {text.refusedTitle(entries.length)}
      </h2>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.eventId} className={classes.item}>
            <div className={classes.words}>
              <strong>{eventLabel(entry.eventType)}</strong>
              <span className={classes.soft}>
                <ContainerNumber value={entry.containerNumber} />
                <span>
                  {text.pressedAt(formatTime(new Date(happenedAt(entry, shownOffset())).toISOString()))}
                </span>
              </span>
              <span>{sentence(entry)}</span>
            </div>
            <button type="button" className={classes.button} onClick={() => onDismiss(entry.eventId)}>
              {text.understood}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The server's sentence where it says more than the code. */
function sentence({ refusal }: Entry): string {
  if (refusal === null) return ''
  const own = ['container_busy', 'rejected', 'active_operation'].includes(refusal.code)
  return own && refusal.sentence ? refusal.sentence : text.refusals[refusal.code]
}
