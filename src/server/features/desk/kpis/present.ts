import type { KpiFigure, KpisResponse } from '#contract/http/desk/kpis'
import { deadTimePercent, previousDeadTimePercent } from '#domain/kpi/dead-time'
import { PARK_TIMINGS, parkTimings } from '#domain/kpi/park-timings'
import { oneDecimal } from '#domain/kpi/rounding'
import { productiveTime, standingTime } from '#domain/kpi/time-shares'
import { averageTripMinutes, tripDurationText } from '#domain/kpi/trip-duration'
import { eventLabel, statusLabel } from '#domain/operation/labels'
import { EVENT_TYPES, type EventType } from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import type { MonthParts } from './parts.ts'

/** The result of one read. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

export interface KpiReadings {
  month: string
  zone: string
  now: number
  seq: number
  period: Period
  today: Period
  sums: { [K in keyof MonthParts]: Outcome<MonthParts[K]> }
  previous: { [K in 'trips' | 'deadTime']: Outcome<MonthParts[K]> }
  active: Outcome<{ count: number; yesterday: number }>
  hours: Outcome<{ hour: number; events: number }[]>
}

const isoPeriod = ({ from, to }: Period) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

function valueFrom<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

/** The figures from what was read. Calls `onFailure` for each one that failed. */
export function presentKpis(
  readings: KpiReadings,
  onFailure: (figure: KpiFigure, error: unknown) => void,
): KpisResponse {
  const { sums, previous } = readings
  const failed: KpiFigure[] = []
  const figure = <T>(name: KpiFigure, make: () => T): T | null => {
    try {
      return make()
    } catch (error) {
      failed.push(name)
      onFailure(name, error)
      return null
    }
  }
  // A figure is valid without its comparison.
  const comparison = (name: KpiFigure, make: () => number | null): number | null => {
    try {
      return make()
    } catch (error) {
      onFailure(name, error)
      return null
    }
  }
  const figures = {
    averageTripDuration: figure('averageTripDuration', () => {
      const trips = valueFrom(sums.trips)
      const minutes = averageTripMinutes(trips)
      return {
        minutes,
        text: tripDurationText(minutes),
        trips: trips.trips,
        excluded: trips.excluded,
        previousMinutes: comparison('averageTripDuration', () =>
          averageTripMinutes(valueFrom(previous.trips)),
        ),
      }
    }),
    deadTime: figure('deadTime', () => {
      const dead = valueFrom(sums.deadTime)
      return {
        percent: deadTimePercent(dead),
        seconds: dead.stopSeconds,
        stops: dead.stops,
        runningSeconds: dead.runningSeconds,
        operations: dead.operations,
        previousPercent: comparison('deadTime', () => previousDeadTimePercent(valueFrom(previous.deadTime))),
      }
    }),
    activeOperations: figure('activeOperations', () => valueFrom(readings.active)),
    gpsInconsistencies: figure('gpsInconsistencies', () => {
      const { count, events } = valueFrom(sums.gps)
      return { count, events }
    }),
    distanceKm: figure('distanceKm', () => {
      const kilometres = valueFrom(sums.distance)
      if (!Number.isFinite(kilometres)) throw new RangeError('distance is not a number')
      return oneDecimal(kilometres)
    }),
    productive: figure('productive', () => productiveTime(valueFrom(sums.types))),
    unproductive: figure('unproductive', () => standingTime(valueFrom(sums.types))),
    parkTimings: figure('parkTimings', () => parkTimings(PARK_TIMINGS, valueFrom(sums.parkTimings))),
    hourly: figure('hourly', () => {
      const byHour = new Array<number>(24).fill(0)
      for (const { hour, events } of valueFrom(readings.hours)) byHour[hour] = events
      return byHour
    }),
    eventTypes: figure('eventTypes', () => namedEvents(valueFrom(sums.types))),
    operationStatuses: figure('operationStatuses', () => namedStatuses(valueFrom(sums.statuses))),
  }
  return {
    month: readings.month,
    timezone: readings.zone,
    generatedAt: new Date(readings.now).toISOString(),
    seq: readings.seq,
    period: isoPeriod(readings.period),
    today: isoPeriod(readings.today),
    failed,
    corrections: sums.corrections.ok ? sums.corrections.value : null,
    ...figures,
  }
}

interface Bar {
  name: string
  value: number
  eventTypes: EventType[]
}

const firstPlace = ({ eventTypes }: Bar): number => Math.min(...eventTypes.map((t) => EVENT_TYPES.indexOf(t)))

/** One bar for each name: loads and unloads share most names. */
function bars(rows: { name: string; value: number; eventType: EventType }[]): Bar[] {
  const byName = new Map<string, Bar>()
  for (const { name, value, eventType } of rows) {
    const bar = byName.get(name) ?? { name, value: 0, eventTypes: [] }
    bar.value += value
    if (!bar.eventTypes.includes(eventType)) bar.eventTypes.push(eventType)
    byName.set(name, bar)
  }
  return [...byName.values()]
}

function namedEvents(types: MonthParts['types']): Bar[] {
  const rows = types.map(({ eventType, events }) => ({
    name: eventLabel(eventType),
    value: events,
    eventType,
  }))
  return bars(rows).sort((a, b) => b.value - a.value || firstPlace(a) - firstPlace(b))
}

function namedStatuses(statuses: MonthParts['statuses']): Bar[] {
  const rows = statuses.map(({ eventType, operationType, operations }) => ({
    name: statusLabel(operationType, eventType),
    value: operations,
    eventType,
  }))
  return bars(rows).sort((a, b) => firstPlace(a) - firstPlace(b) || (a.name < b.name ? -1 : 1))
}
