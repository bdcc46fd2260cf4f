import type { Entry } from '#domain/outbox/entry'
import { happenedAt } from '#domain/outbox/standing'
import { formatTime } from '../../../../lib/time/date-time.ts'
import { shownOffset } from '../../../../lib/time/server-clock.ts'
import { outboxText as text } from '../../../../text/driver.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { commonText } from '../../../../text/page.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import classes from './refused-steps.module.css'

/** Refused presses with the reason, under the strip that counts them. They stay until the driver has read them. */
export function RefusedSteps({ entries, onDismiss }: { entries: readonly Entry[]; onDismiss: () => void }) {
  if (entries.length === 0) return null
  return (
    <section className={classes.frame} aria-label={text.refused(entries.length)}>
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
          </li>
        ))}
      </ul>
      <button type="button" className={classes.button} onClick={onDismiss}>
        {commonText.understood}
      </button>
    </section>
  )
}

/** The server's sentence where it says more than the code. */
function sentence({ refusal }: Entry): string {
  if (refusal === null) return ''
  const own = ['container_busy', 'rejected', 'active_operation', 'undo_refused'].includes(refusal.code)
  return own && refusal.sentence ? refusal.sentence : text.refusals[refusal.code]
}
