import { Hourglass, Timer } from 'lucide-react'
import { detentionStanding } from '#domain/detention/standing'
import { formatDurationMinutes } from '#domain/time/duration'
import type { DetentionOfOperation } from '../../../../api/detention.ts'
import { amountText } from '../../../../lib/amount-text.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import classes from './detention-note.module.css'

/** Finer than a minute, so that the text is not a minute behind the clock. */
const STEP_MS = 10_000
const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** 'Tiempo libre: 35 min', then what has run up; nothing where nothing is counted. */
export function DetentionNote({ detention }: { detention: DetentionOfOperation }) {
  const now = useNow(STEP_MS)
  const { terms, contract } = detention
  const visit = {
    arrivedAt: timeOf(detention.arrivedAt),
    accessAt: timeOf(detention.accessAt),
    exitAt: timeOf(detention.exitAt),
    cancelled: false,
  }
  const standing = detentionStanding(visit, terms, now)
  if (standing === null) return null
  const { chargeableMinutes, centavos, endedAfterDays } = standing.charge
  const isRunning = standing.kind === 'running'
  const Icon = isRunning ? Hourglass : Timer
  return (
    <p className={classes.note} data-running={isRunning || undefined} title={contract ?? undefined}>
      <Icon size={16} />
      {isRunning
        ? text.detention(
            formatDurationMinutes(chargeableMinutes * 60),
            centavos === null ? null : amountText(centavos),
          )
        : text.freeTime(formatDurationMinutes(standing.freeMinutesLeft * 60))}
      {endedAfterDays !== undefined && ` ${text.detentionEnded(endedAfterDays)}`}
    </p>
  )
}
