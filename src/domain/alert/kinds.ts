import { WARNING_PERCENTS, warningsOf } from '../detention/counted.ts'
import { isStop, workflowRow } from '../operation/steps.ts'
import type { UsualOf } from '../usual/usual.ts'
import type { Watched } from './watched.ts'

/**
 * The one table of what a rule can look for. Judge, scheduler, routes and screen read it. To add a kind: its name in
 * ALERT_KINDS and its row; the compiler names the other places.
 */
export const ALERT_KINDS = [
  'step_long',
  'stop_long',
  'silent',
  'free_time',
  'outside_place',
  'refused',
  'wrong_clock',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** 1 notice, 2 important, 3 urgent. */
const ALERT_LEVELS = [1, 2, 3] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]
/** The level that no snooze and no acknowledgement of a lower one keeps back. */
export const URGENT: AlertLevel = 3

/** Days that a closed alert stays in the list. */
export const CLOSED_DAYS = 7
/** Alerts of the largest page of a list, and those that one request may handle. */
export const MOST_ALERTS = 200

export const PARAMETERS = ['factor', 'minutes', 'fromPercent', 'metres', 'times'] as const
export type ParameterName = (typeof PARAMETERS)[number]
export type Parameters = Readonly<Partial<Record<ParameterName, number>>>

interface Bounds {
  standard: number
  min: number
  max: number
  step: number
}

/** When a level is reached if nothing else happens; epoch milliseconds. */
interface Stage {
  level: AlertLevel
  at: number
}

/** Why there is an alert. `since`: the beginning of what lasts, or the event; epoch milliseconds. */
export interface Reason {
  since: number
  /** What it is held against: seconds, metres, or a number of steps. */
  limit: number
  /** What was found, in the same unit; null: time that still runs. */
  found: number | null
  /** Ascending; at least one. */
  stages: readonly Stage[]
}

interface KindRow {
  parameters: Readonly<Partial<Record<ParameterName, Bounds>>>
  /** Of the rule that every supervisor has from the start. */
  enabled: boolean
  push: boolean
  /** Null: no reason at any time. */
  reason(operation: Watched, parameters: Required<Parameters>, usualOf: UsualOf): Reason | null
}

const MINUTE_MS = 60_000
/** Many times a usual half minute is still no reason to ring. */
const LEAST_DELAY_MINUTES = 10
const MINUTES = (standard: number, max = 1440): Bounds => ({ standard, min: 1, max, step: 1 })

/** Multiples of the limit at which time that runs reaches each level. */
const LONGER = [
  { level: 1, multiple: 1 },
  { level: 2, multiple: 1.5 },
  { level: 3, multiple: 2 },
] as const

function lasting(since: number, limitMs: number): Reason {
  const stages = LONGER.map(({ level, multiple }) => ({ level, at: since + Math.round(limitMs * multiple) }))
  return { since, limit: Math.round(limitMs / 1000), found: null, stages }
}

/** A fact: its level at once, at the moment when it became known. */
function fact(at: number, found: number, limit: number, multiples: readonly number[]): Reason | null {
  const level = ALERT_LEVELS[multiples.filter((multiple) => found >= limit * multiple).length - 1]
  return level ? { since: at, limit, found, stages: [{ level, at }] } : null
}

export const KINDS: Readonly<Record<AlertKind, KindRow>> = {
  step_long: {
    parameters: { factor: { standard: 2.5, min: 1, max: 10, step: 0.1 }, minutes: MINUTES(90) },
    enabled: true,
    push: true,
    reason(operation, { factor, minutes }, usualOf) {
      const { newestEventType: type } = operation
      // Stops have their own rule.
      if (isStop(type) || workflowRow(operation.operationType, type).activity === null) return null
      const { operationType, newestEventAt: at, placeId } = operation
      const usual = usualOf({ operationType, eventType: type, placeId, at })
      // Without history a fixed time, which no factor stretches.
      const limitMs =
        usual === null
          ? minutes * MINUTE_MS
          : Math.max(
              usual.p75Seconds * 1000 * factor,
              usual.p75Seconds * 1000 + LEAST_DELAY_MINUTES * MINUTE_MS,
            )
      return lasting(operation.newestEventAt, limitMs)
    },
  },
  stop_long: {
    parameters: { minutes: MINUTES(45) },
    enabled: true,
    push: true,
    reason: (operation, { minutes }) =>
      isStop(operation.newestEventType) ? lasting(operation.newestEventAt, minutes * MINUTE_MS) : null,
  },
  silent: {
    parameters: { minutes: MINUTES(360, 10_080) },
    enabled: true,
    push: true,
    reason: (operation, { minutes }) => lasting(operation.newestEventAt, minutes * MINUTE_MS),
  },
  free_time: {
    parameters: {
      minutes: MINUTES(120),
      fromPercent: { standard: 100, min: 50, max: 100, step: 1 },
    },
    enabled: true,
    push: true,
    reason({ arrivedAt, accessAt, freeTime }, { minutes, fromPercent }) {
      const terms = freeTime ?? { basis: 'visit', freeMinutes: minutes, pauses: [], zone: 'UTC' }
      const since = terms.basis === 'visit' ? arrivedAt : accessAt
      if (since === null) return null
      const stages = warningsOf(since, terms).flatMap(({ percent, at }) => {
        const level = ALERT_LEVELS[WARNING_PERCENTS.indexOf(percent)]
        return level && percent >= fromPercent ? [{ level, at }] : []
      })
      return stages.length === 0 ? null : { since, limit: terms.freeMinutes * 60, found: null, stages }
    },
  },
  outside_place: {
    parameters: { metres: { standard: 1000, min: 1, max: 100_000, step: 1 } },
    enabled: true,
    push: false,
    reason: ({ outside }, { metres }) => outside && fact(outside.at, outside.metres, metres, [1, 5]),
  },
  refused: {
    parameters: { times: { standard: 3, min: 1, max: 50, step: 1 } },
    enabled: true,
    push: false,
    reason: ({ refused }, { times }) => refused && fact(refused.at, refused.times, times, [1, 3]),
  },
  wrong_clock: {
    parameters: { minutes: MINUTES(10) },
    enabled: true,
    push: false,
    reason: ({ clock }, { minutes }) =>
      clock && fact(clock.at, Math.abs(clock.offsetSeconds), minutes * 60, [1, 6]),
  },
}

/** The parameters of this kind: those given, else the standard. Others are dropped. */
export function parametersOf(kind: AlertKind, given: Parameters = {}): Parameters {
  const bounds = Object.entries(KINDS[kind].parameters) as [ParameterName, Bounds][]
  return Object.fromEntries(bounds.map(([name, { standard }]) => [name, given[name] ?? standard]))
}

/** The first parameter that is out of its bounds; null: all are right. */
export function wrongParameter(kind: AlertKind, given: Parameters): ParameterName | null {
  const bounds = Object.entries(KINDS[kind].parameters) as [ParameterName, Bounds][]
  const wrong = bounds.find(([name, { min, max }]) => {
    const value = given[name]
    return value !== undefined && !(value >= min && value <= max)
  })
  return wrong?.[0] ?? null
}
