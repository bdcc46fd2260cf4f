import type { KpisResponse, ParkTiming } from '#contract/http/kpis'
import type { ParkTimingName } from '#domain/kpi/park-timings'
import { percentText } from '#domain/kpi/texts'
import { typesStanding } from '#domain/kpi/time-shares'
import {
  EVENT_TYPES,
  type EventType,
  FIRST_STEP,
  LAST_STEP,
  STOP_TYPES,
  type UnproductiveActivity,
  workflowRow,
} from '#domain/operation/steps'
import { LOCALE } from '../../text/common.ts'
import { kpisText as text } from '../../text/kpis.ts'
import { monthBefore, monthName } from './month.ts'

/** How the figure moved, and whether that is good news. */
export interface Comparison {
  direction: 'up' | 'down' | 'same'
  tone: 'better' | 'worse' | 'plain'
  words: string
}

/** What opens when a figure is pressed. */
export type Behind =
  | {
      kind: 'events'
      title: string
      types: readonly EventType[] | null
      from: string
      to: string
      lacks?: 'position'
    }
  | { kind: 'visits'; title: string; timing: ParkTimingName; excluded: boolean }
  | { kind: 'active'; title: string }

export interface KpiCard {
  key: keyof typeof text.cards
  title: string
  figure: string
  /** The calculation failed on the server; `figure` says so. */
  failed: boolean
  comparison: Comparison | null
  /** How many trips, events or visits the figure counts. */
  sample: string | null
  /** What the figure leaves out, and why; pressing it opens those visits or trips. */
  excluded: { words: string; behind: Behind } | null
  behind: Behind
}

type Wanted = 'less' | 'more' | 'neither'

/** `now` against `then`; null without either. `wanted`: which direction is good. */
export function compare(
  now: number | null,
  then: number | null,
  amount: (difference: number) => string,
  than: string,
  wanted: Wanted,
): Comparison | null {
  if (now === null || then === null) return null
  // Rounded to one decimal like the figures: 0.1 + 0.2 equals 0.3.
  const difference = Math.round((now - then) * 10) / 10
  if (difference === 0) return { direction: 'same', tone: 'plain', words: text.same(than) }
  const up = difference > 0
  return {
    direction: up ? 'up' : 'down',
    tone: wanted === 'neither' ? 'plain' : up === (wanted === 'more') ? 'better' : 'worse',
    words: (up ? text.more : text.less)(amount(Math.abs(difference)), than),
  }
}

const share = (part: { count: number; events: number } | null): number | null =>
  part === null || part.events === 0 ? null : (part.count / part.events) * 100

/** Why a timing leaves visits out. */
export function exclusionWords({
  excluded,
  excludedLong,
}: Pick<ParkTiming, 'excluded' | 'excludedLong'>): string {
  const why = excludedLong === excluded ? text.whyLong : excludedLong === 0 ? text.whyNone : text.whyBoth
  return text.excluded(excluded, why)
}

const KIND: Readonly<Record<'productive' | 'unproductive' | 'neutral', readonly EventType[]>> = {
  productive: typesOfKind('productive'),
  unproductive: typesOfKind('unproductive'),
  neutral: typesOfKind('neutral'),
}

function typesOfKind(kind: 'productive' | 'unproductive' | 'neutral'): readonly EventType[] {
  return EVENT_TYPES.filter((type) => {
    const row = workflowRow('load', type)
    return row.activity !== null && row.kind === kind
  })
}

const ofMonth = (kpis: KpisResponse, title: string, types: readonly EventType[] | null): Behind => ({
  kind: 'events',
  title,
  types,
  from: kpis.period.from,
  to: kpis.period.to,
})

export const behindActivity = (kpis: KpisResponse, activity: UnproductiveActivity): Behind =>
  ofMonth(kpis, text.activities[activity], typesStanding(activity))

export const behindKind = (kpis: KpisResponse, kind: keyof typeof KIND): Behind =>
  ofMonth(kpis, text[kind], KIND[kind])

export const behindTypes = (kpis: KpisResponse, title: string, types: readonly EventType[]): Behind =>
  ofMonth(kpis, title, types)

export const behindDistance = (kpis: KpisResponse): Behind => ofMonth(kpis, text.cards.distance, null)

export const behindTiming = (timing: ParkTimingName, excluded = false): Behind => ({
  kind: 'visits',
  title: (excluded ? text.excludedVisitsOf : text.visitsOf)(text.timings[timing]),
  timing,
  excluded,
})

/** Events without a position; the start of a trip needs none. */
export const behindGps = (kpis: KpisResponse): Behind => ({
  kind: 'events',
  title: text.cards.gps,
  types: EVENT_TYPES.filter((type) => type !== FIRST_STEP),
  from: kpis.period.from,
  to: kpis.period.to,
  lacks: 'position',
})

/**
 * The seven cards. `before`: the figures of the month before, for figures without a comparison from the server.
 * `isCurrent`: the month is not over, so its sums are compared with a longer period.
 */
export function kpiCards(
  kpis: KpisResponse,
  before: KpisResponse | null,
  isCurrent: boolean,
): readonly KpiCard[] {
  const { averageTripDuration: trip, deadTime, activeOperations: active, gpsInconsistencies: gps } = kpis
  const { distanceKm, productive } = kpis
  const park = kpis.parkTimings?.totalTime ?? null
  const parkBefore = before?.parkTimings?.totalTime ?? null
  const month = text.inMonth(monthName(monthBefore(kpis.month)))
  const card = (
    key: KpiCard['key'],
    figure: string | null,
    rest: Omit<KpiCard, 'key' | 'title' | 'figure' | 'failed' | 'excluded'> &
      Partial<Pick<KpiCard, 'excluded'>>,
  ): KpiCard => ({
    key,
    title: text.cards[key],
    figure: figure ?? text.failed,
    failed: figure === null,
    excluded: null,
    ...rest,
  })

  return [
    card('duration', trip?.text ?? null, {
      comparison: compare(
        trip?.minutes ?? null,
        trip?.previousMinutes ?? null,
        text.minutes,
        text.lastWeek,
        'less',
      ),
      sample: trip && text.trips(trip.trips),
      excluded:
        trip && trip.excluded > 0
          ? {
              words: text.excluded(trip.excluded, text.whyNone),
              behind: ofMonth(kpis, text.cards.duration, [LAST_STEP]),
            }
          : null,
      behind: ofMonth(kpis, text.cards.duration, [LAST_STEP]),
    }),
    card('deadTime', deadTime && percentText(deadTime.percent), {
      comparison: compare(
        deadTime?.percent ?? null,
        deadTime?.previousPercent ?? null,
        text.points,
        text.lastWeek,
        'less',
      ),
      sample: deadTime && text.operations(deadTime.operations),
      behind: ofMonth(kpis, text.cards.deadTime, STOP_TYPES),
    }),
    card('active', active && String(active.count), {
      comparison: compare(
        active?.count ?? null,
        active?.yesterday ?? null,
        String,
        text.yesterday,
        'neither',
      ),
      sample: active && text.now,
      behind: { kind: 'active', title: text.cards.active },
    }),
    card('gps', gps?.count.toLocaleString(LOCALE) ?? null, {
      comparison: compare(share(gps), share(before?.gpsInconsistencies ?? null), text.points, month, 'less'),
      sample: gps && text.ofEvents(gps.events),
      behind: behindGps(kpis),
    }),
    card('distance', distanceKm === null ? null : text.km(distanceKm), {
      comparison: compare(
        distanceKm,
        // A month without records is nothing to compare with.
        before?.gpsInconsistencies?.events ? before.distanceKm : null,
        text.km,
        isCurrent ? text.inWholeMonth(monthName(monthBefore(kpis.month))) : month,
        'neither',
      ),
      sample: gps && text.positions(gps.events - gps.count),
      behind: behindDistance(kpis),
    }),
    card('productive', productive && percentText(productive.ratioPercent), {
      comparison: compare(
        productive && productive.intervals > 0 ? productive.ratioPercent : null,
        before?.productive && before.productive.intervals > 0 ? before.productive.ratioPercent : null,
        text.points,
        month,
        'more',
      ),
      sample: productive && text.intervals(productive.intervals),
      behind: behindKind(kpis, 'productive'),
    }),
    card('park', park && (park.samples === 0 ? text.none : `${park.mean.toFixed(1)} min`), {
      comparison: compare(
        park && park.samples > 0 ? park.mean : null,
        parkBefore && parkBefore.samples > 0 ? parkBefore.mean : null,
        (difference) => `${difference.toFixed(1)} min`,
        month,
        'less',
      ),
      sample: park && text.visits(park.samples),
      excluded:
        park && park.excluded > 0
          ? { words: exclusionWords(park), behind: behindTiming('totalTime', true) }
          : null,
      behind: behindTiming('totalTime'),
    }),
  ]
}

/** Width of the unproductive bar in percent, at most 100. */
export const barWidth = (sharePercent: number): number => Math.min(100, Math.max(0, sharePercent))
