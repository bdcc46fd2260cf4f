import { Hourglass, Timer } from 'lucide-react'
import { detentionStanding } from '#domain/detention/standing'
import { formatDurationMinutes } from '#domain/time/duration'
import type { DetentionOfOperation } from '../../../../api/desk/detention.ts'
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

/** '35 min libres', then what has run up; nothing where nothing is counted. `brief`: the chip alone, with the amount or the time. */
export function DetentionNote({
  detention,
  brief = false,
}: {
  detention: DetentionOfOperation
  brief?: boolean
}) {
  const now = useNow(STEP_MS)
  const { terms, contract } = detention
  const standing = detentionStanding(visitOf(detention), terms, now)
  if (standing === null) return null
  const { chargeableMinutes, centavos, endedAfterDays } = standing.charge
  const isRunning = standing.kind === 'running'
  const phase = isRunning ? 'stopped' : standing.freeMinutesLeft <= NEAR_MINUTES ? 'waiting' : 'stale'
  const time = formatDurationMinutes(chargeableMinutes * 60)
  const amount = centavos === null ? null : amountText(centavos)
  const chip = (
    <Pill phase={phase} Icon={isRunning ? Hourglass : Timer} small={brief} title={contract ?? undefined}>
      {isRunning
        ? brief
          ? text.running(amount ?? time)
          : text.detention(time, amount)
        : text.freeTime(formatDurationMinutes(standing.freeMinutesLeft * 60))}
    </Pill>
  )
  if (brief) return chip
  return (
    <p className={classes.note}>
      {chip}
      {endedAfterDays !== undefined && ` ${text.detentionEnded(endedAfterDays)}`}
    </p>
  )
}
