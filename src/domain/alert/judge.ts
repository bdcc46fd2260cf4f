import type { UsualOf } from '../usual/usual.ts'
import { type AlertKind, type AlertLevel, KINDS, type Parameters, type Reason } from './kinds.ts'
import { isOver, type Watched, type WatchedEvent, watch } from './watched.ts'

export interface Rule {
  kind: AlertKind
  /** All of the kind, as `parametersOf` gives them. */
  parameters: Parameters
}

/** An alert that stands. Times are epoch milliseconds. */
export interface Verdict extends Pick<Reason, 'since' | 'limit' | 'found'> {
  level: AlertLevel
  /** When the alert was due, and when its level was. */
  raisedAt: number
  levelAt: number
}

export interface Assessment {
  /** What the rule finds in the operation. */
  verdict: Verdict | null
  /** The next moment at which time alone changes the verdict; null: none. */
  dueAt: number | null
}

const NOTHING: Assessment = { verdict: null, dueAt: null }

/** What the rule finds in the operation at `now`, and until when that lasts. */
export function assess(
  { kind, parameters }: Rule,
  operation: Watched,
  usual: UsualOf,
  now: number,
): Assessment {
  const reason = KINDS[kind].reason(operation, parameters as Required<Parameters>, usual)
  if (!reason) return NOTHING
  const { since, limit, found, stages } = reason
  const ahead = stages.findIndex(({ at }) => at > now)
  const reached = ahead === -1 ? stages : stages.slice(0, ahead)
  const [first, newest] = [reached[0], reached.at(-1)]
  return {
    verdict:
      first && newest
        ? { since, limit, found, level: newest.level, raisedAt: first.at, levelAt: newest.at }
        : null,
    dueAt: stages[ahead]?.at ?? null,
  }
}

/**
 * How many alerts the rule would have raised in an operation with these events, up to `until`. The same as live: it stays
 * open while its reason lasts.
 */
export function countFirings(
  rule: Rule,
  events: readonly WatchedEvent[],
  usual: UsualOf,
  { until, place }: { until: number; place: Pick<Watched, 'placeId' | 'freeTime'> },
): number {
  let operation: Watched | null = null
  let open = false
  let count = 0
  for (const [index, event] of events.entries()) {
    if (isOver(event)) break
    // As if each had come at once: how long a phone had no signal says nothing about the next month.
    operation = { ...watch(operation, { ...event, recordedAt: event.at }), ...place }
    if (open) open = assess(rule, operation, usual, event.at).verdict !== null
    const next = events[index + 1]?.at ?? until
    if (!open && assess(rule, operation, usual, Math.max(event.at, next - 1)).verdict) {
      open = true
      count++
    }
  }
  return count
}
