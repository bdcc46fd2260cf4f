import { Hourglass, Timer } from 'lucide-react'
import { detentionStanding } from '#domain/detention/standing'
import { formatDurationMinutes } from '#domain/time/duration'
import type { DetentionOfOperation } from '../../../../api/detention.ts'
import { amountText } from '../../../../lib/amount-text.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { visitOf } from '../free-time.ts'
import classes from './detention-note.module.css'

/** Finer than a minute, so that the text is not a minute behind the clock. */
const STEP_MS = 10_000
/** So near its end, the free time is no quiet note any more. */
const NEAR_MINUTES = 30

/** '35 min libres', then what has run up; nothing where nothing is counted. */
export function DetentionNote({ detention }: { detention: DetentionOfOperation }) {
  const now = useNow(STEP_MS)
  const { terms, contract } = detention
  const standing = detentionStanding(visitOf(detention), terms, now)
  if (standing === null) return null
  const { chargeableMinutes, centavos, endedAfterDays } = standing.charge
  const isRunning = standing.kind === 'running'
  const phase = isRunning ? 'stopped' : standing.freeMinutesLeft <= NEAR_MINUTES ? 'waiting' : 'stale'
  return (
    <p className={classes.note}>
      <Pill phase={phase} Icon={isRunning ? Hourglass : Timer} title={contract ?? undefined}>
        {isRunning
          ? text.detention(
              formatDurationMinutes(chargeableMinutes * 60),
              centavos === null ? null : amountText(centavos),
            )
          : text.freeTime(formatDurationMinutes(standing.freeMinutesLeft * 60))}
      </Pill>
      {endedAfterDays !== undefined && ` ${text.detentionEnded(endedAfterDays)}`}
    </p>
  )
}
