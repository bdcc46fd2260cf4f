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

/** Whether an open alert ends: its reason is gone, or another step has become too long, which is another alert. */
export const endsWith = (open: Pick<Verdict, 'since'>, verdict: Verdict | null): boolean =>
  verdict === null || (verdict.found === null && verdict.since !== open.since)

/**
 * How many alerts the rule would have raised in an operation with these events, up to `until`. The same as live: what was
 * over when the server heard of it counts for nothing, and an alert stays open while its reason lasts.
 */
export function countFirings(
  rule: Rule,
  events: readonly WatchedEvent[],
  usual: UsualOf,
  { until, place }: { until: number; place: Pick<Watched, 'placeId' | 'freeTime'> },
): number {
  let operation: Watched | null = null
  let open: Verdict | null = null
  let count = 0
  const known = knownAt(events)
  for (const [index, event] of events.entries()) {
    if (isOver(event)) break
    const from = known[index] ?? until
    operation = { ...watch(operation, { ...event, recordedAt: from }), ...place }
    if (open && endsWith(open, assess(rule, operation, usual, from).verdict)) open = null
    // The last moment before the server knew more.
    const last = (known[index + 1] ?? until) - 1
    if (open || last < from || last < (operation.settling?.until ?? 0)) continue
    open = assess(rule, operation, usual, last).verdict
    if (open) count++
  }
  return count
}

/** When the server knew of each event. What a correction has put in later counts as known with the event after it. */
function knownAt(events: readonly WatchedEvent[]): number[] {
  const known = events.map(({ recordedAt }) => recordedAt)
  for (let i = known.length - 2; i >= 0; i--) known[i] = Math.min(known[i] ?? 0, known[i + 1] ?? 0)
  return known
}
