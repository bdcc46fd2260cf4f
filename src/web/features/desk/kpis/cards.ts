import type { KpisResponse, ParkTiming } from '#contract/http/desk/kpis'
import type { ParkTimingName, VisitTiming } from '#domain/kpi/park-timings'
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
import type { Visited } from '../../../api/desk/kpis.ts'
import { kpisText as text } from '../../../text/desk.ts'
import { LOCALE } from '../../../text/page.ts'
import type { EventsWanted } from './filters.ts'
import { nameOfMonthBefore } from './month.ts'
import { whatCounts } from './what-counts.ts'

/** How the figure moved, and whether that is good news. */
export interface Comparison {
  direction: 'up' | 'down' | 'same'
  tone: 'better' | 'worse' | 'plain'
  words: string
}

/** What the figure is made of: whole trips, intervals, or legs between positions. */
export type Unit = { of: 'trips'; trips: number; mean: string } | { of: 'time' } | { of: 'distance' }

/** What opens when a figure is pressed. Without a `unit`, the figure counts the events. `mean`: in minutes. */
export type Behind =
  | ({ kind: 'events'; title: string; unit?: Unit | undefined } & EventsWanted)
  | {
      kind: 'visits'
      title: string
      timing: VisitTiming
      excluded: boolean
      visited?: Visited
      mean: { visits: number; minutes: number } | null
    }
  | { kind: 'active'; title: string }
  | { kind: 'corrections'; title: string }

export interface KpiCard {
  key: keyof typeof text.cards
  title: string
  figure: string
  /** The calculation failed on the server; `figure` says so. */
  failed: boolean
  comparison: Comparison | null
  /** What the figure counts, in a sentence. */
  counts: string
  /** How many trips, events or visits the figure counts. */
  sample: string | null
  /** What the figure leaves out, and why; pressing it opens those visits or trips. */
  excluded: { words: string; behind: Behind } | null
  behind: Behind
}

/** `now` against `then`; null without both. `wanted`: which direction is good. */
export function compare(
  now: number | null | undefined,
  then: number | null | undefined,
  amount: (difference: number) => string,
  than: string,
  wanted: 'less' | 'more' | 'neither',
): Comparison | null {
  if (now == null || then == null) return null
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

const share = (part: KpisResponse['gpsInconsistencies'] | undefined): number | null =>
  part?.events ? (part.count / part.events) * 100 : null

/** null: it failed. Without an event that has a position there is no distance, and none that is 0. */
export function distanceText({ distanceKm, gpsInconsistencies: gps }: KpisResponse): string | null {
  if (distanceKm === null) return null
  return distanceKm === 0 && gps !== null && gps.events === gps.count ? text.none : text.km(distanceKm)
}

/** A figure of visits, in minutes with one decimal. */
export const timingText = (minutes: number, { samples }: { samples: number }): string =>
  samples === 0 ? text.none : minutes.toFixed(1)

/** Why a timing leaves visits out. */
export function exclusionWords({
  excluded,
  excludedLong,
}: Pick<ParkTiming, 'excluded' | 'excludedLong'>): string {
  const why = excludedLong === excluded ? text.whyLong : excludedLong === 0 ? text.whyNone : text.whyBoth
  return text.excluded(excluded, why)
}

/** The events of the month; `types` null: all. */
export const behindTypes = (
  kpis: KpisResponse,
  title: string,
  types: readonly EventType[] | null,
  unit?: Unit,
) => ({ kind: 'events' as const, title, types, unit, ...kpis.period })

const TIME: Unit = { of: 'time' }

export const behindActivity = (kpis: KpisResponse, activity: UnproductiveActivity): Behind =>
  behindTypes(kpis, text.activities[activity], typesStanding(activity), TIME)

export const behindKind = (kpis: KpisResponse, kind: 'productive' | 'unproductive' | 'neutral'): Behind => {
  const isOfKind = (type: EventType): boolean => {
    const row = workflowRow('load', type)
    return row.activity !== null && row.kind === kind
  }
  return behindTypes(kpis, text[kind], EVENT_TYPES.filter(isOfKind), TIME)
}

export const behindDistance = (kpis: KpisResponse): Behind =>
  behindTypes(kpis, text.cards.distance, null, { of: 'distance' })

export const behindTiming = (timing: ParkTimingName, figures: ParkTiming | null): Behind => ({
  kind: 'visits',
  title: text.visitsOf(text.timings[timing]),
  timing,
  excluded: false,
  mean: figures?.samples ? { visits: figures.samples, minutes: figures.mean } : null,
})

export const behindExcluded = (timing: ParkTimingName): Behind => ({
  kind: 'visits',
  title: text.excludedVisitsOf(text.timings[timing]),
  timing,
  excluded: true,
  mean: null,
})

/** Events without a position; the start of a trip needs none. */
export const behindGps = (kpis: KpisResponse): Behind => ({
  ...behindTypes(
    kpis,
    text.cards.gps,
    EVENT_TYPES.filter((type) => type !== FIRST_STEP),
  ),
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
  const { productive } = kpis
  const distance = distanceText(kpis)
  const park = kpis.parkTimings?.totalTime ?? null
  const parkBefore = before?.parkTimings?.totalTime
  const behindDuration = behindTypes(
    kpis,
    text.cards.duration,
    [LAST_STEP],
    trip === null ? TIME : { of: 'trips', trips: trip.trips, mean: trip.text },
  )
  const monthBefore = nameOfMonthBefore(kpis.month)
  const month = text.inMonth(monthBefore)
  const counts = whatCounts(kpis)
  const card = (
    key: KpiCard['key'],
    figure: string | null,
    rest: Pick<KpiCard, 'comparison' | 'sample' | 'behind'> & Partial<KpiCard>,
  ): KpiCard => ({
    key,
    title: text.cards[key],
    counts: counts[key],
    figure: figure ?? text.failed,
    failed: figure === null,
    excluded: null,
    ...rest,
  })

  return [
    card('duration', trip?.text ?? null, {
      comparison: compare(trip?.minutes, trip?.previousMinutes, text.minutes, text.lastWeek, 'less'),
      sample: trip && text.trips(trip.trips),
      excluded: trip?.excluded
        ? { words: text.excluded(trip.excluded, text.whyNone), behind: behindDuration }
        : null,
      behind: behindDuration,
    }),
    card('deadTime', deadTime && percentText(deadTime.percent), {
      comparison: compare(deadTime?.percent, deadTime?.previousPercent, text.points, text.lastWeek, 'less'),
      sample: deadTime && text.operations(deadTime.operations),
      behind: behindTypes(kpis, text.cards.deadTime, STOP_TYPES, TIME),
    }),
    card('active', active && String(active.count), {
      comparison: compare(active?.count, active?.yesterday, String, text.yesterday, 'neither'),
      sample: active && text.now,
      behind: { kind: 'active', title: text.cards.active },
    }),
    card('gps', gps?.count.toLocaleString(LOCALE) ?? null, {
      comparison: compare(share(gps), share(before?.gpsInconsistencies), text.points, month, 'less'),
      sample: gps && text.ofEvents(gps.events),
      behind: behindGps(kpis),
    }),
    card('distance', distance, {
      comparison: compare(
        distance === text.none ? null : kpis.distanceKm,
        // A month without records is nothing to compare with.
        before?.gpsInconsistencies?.events ? before.distanceKm : null,
        text.km,
        isCurrent ? text.inWholeMonth(monthBefore) : month,
        'neither',
      ),
      sample: gps && text.positions(gps.events - gps.count),
      behind: behindDistance(kpis),
    }),
    card('productive', productive && percentText(productive.ratioPercent), {
      comparison: compare(
        productive?.intervals ? productive.ratioPercent : null,
        before?.productive?.intervals ? before.productive.ratioPercent : null,
        text.points,
        month,
        'more',
      ),
      sample: productive && text.intervals(productive.intervals),
      behind: behindKind(kpis, 'productive'),
    }),
    card('park', park && (park.samples === 0 ? text.none : text.minutes(park.mean)), {
      comparison: compare(
        park?.samples ? park.mean : null,
        parkBefore?.samples ? parkBefore.mean : null,
        text.minutes,
        month,
        'less',
      ),
      sample: park && text.visits(park.samples),
      excluded: park?.excluded ? { words: exclusionWords(park), behind: behindExcluded('totalTime') } : null,
      behind: behindTiming('totalTime', park),
    }),
  ]
}

/** Width of the unproductive bar in percent, at most 100. */
export const barWidth = (sharePercent: number): number => Math.min(100, Math.max(0, sharePercent))
