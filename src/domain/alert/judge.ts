import {
  type AlertKind,
  type AlertLevel,
  KINDS,
  type Parameters,
  parametersOf,
  type Reason,
} from './kinds.ts'
import type { Norms } from './norms.ts'
import { isOver, type Watched, type WatchedEvent, watch } from './watched.ts'

export interface Rule {
  kind: AlertKind
  parameters: Parameters
}

/** An alert that stands. Times are epoch milliseconds. */
export interface Verdict extends Pick<Reason, 'since' | 'limit' | 'found'> {
  level: AlertLevel
  /** When the alert was due, and when its level was. */
  raisedAt: number
  levelAt: number
}

const reasonOf = ({ kind, parameters }: Rule, operation: Watched, norms: Norms): Reason | null =>
  KINDS[kind].reason(operation, parametersOf(kind, parameters) as Required<Parameters>, norms)

/** Whether the rule finds something in the operation at `now`. */
export function judge(rule: Rule, operation: Watched, norms: Norms, now: number): Verdict | null {
  const reason = reasonOf(rule, operation, norms)
  const reached = reason?.stages.filter(({ at }) => at <= now) ?? []
  const first = reached[0]
  const newest = reached.at(-1)
  if (!reason || !first || !newest) return null
  const { since, limit, found } = reason
  return { since, limit, found, level: newest.level, raisedAt: first.at, levelAt: newest.at }
}

/** The next moment after `now` at which time alone changes the verdict; null: none. */
export function dueAt(rule: Rule, operation: Watched, norms: Norms, now: number): number | null {
  return reasonOf(rule, operation, norms)?.stages.find(({ at }) => at > now)?.at ?? null
}

/**
 * How many alerts the rule would have raised in an operation with these events, up to `until`. The same as live: it stays
 * open while its reason lasts.
 */
export function countFirings(
  rule: Rule,
  events: readonly WatchedEvent[],
  norms: Norms,
  { until, place }: { until: number; place: Pick<Watched, 'placeId' | 'freeTime'> },
): number {
  let operation: Watched | null = null
  let open = false
  let count = 0
  for (const [index, event] of events.entries()) {
    if (isOver(event)) break
    // As if each had come at once: how long a phone had no signal says nothing about the next month.
    operation = { ...watch(operation, { ...event, recordedAt: event.at }), ...place }
    if (open) open = judge(rule, operation, norms, event.at) !== null
    const next = events[index + 1]?.at ?? until
    if (!open && judge(rule, operation, norms, Math.max(event.at, next - 1))) {
      open = true
      count++
    }
  }
  return count
}
