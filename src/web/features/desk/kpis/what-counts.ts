import type { KpisResponse } from '#contract/http/desk/kpis'
import { formatDurationMinutes } from '#domain/time/duration'
import { kpisText as text } from '../../../text/desk.ts'

/** What each figure counts, with the times of this month where two figures would seem to contradict each other. */
export function whatCounts(kpis: KpisResponse) {
  const { deadTime, productive, unproductive } = kpis
  const closed =
    productive && productive.productiveSeconds + productive.unproductiveSeconds + productive.neutralSeconds
  const ofTime = (part: number | undefined, whole: number | null | undefined): string =>
    part === undefined || whole == null
      ? ''
      : text.ofTime(formatDurationMinutes(part), formatDurationMinutes(whole))
  return {
    ...text.counts,
    deadTime: `${text.counts.deadTime}${ofTime(deadTime?.seconds, deadTime?.runningSeconds)}`,
    productive: `${text.counts.productive}${ofTime(productive?.productiveSeconds, closed)}`,
    unproductive: `${text.counts.unproductive}${ofTime(unproductive?.seconds, closed)}`,
  }
}
