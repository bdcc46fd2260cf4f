import { countFirings, type Rule } from '#domain/alert/judge'
import { parametersOf } from '#domain/alert/kinds'
import { USUAL_DAYS } from '#domain/usual/lengths'
import { mapInTurns } from '../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { UsualTimesOf } from '../../../record/read/durations.ts'
import { operationsSince } from './record/queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Four weeks hardly change in a quarter of an hour. */
const KEPT_MS = 15 * 60_000
/** Answers; the oldest is forgotten. */
const MOST_KEPT = 2_000

/** Operations that are counted; of more, the newest stand for all. */
const MOST_COUNTED = 1_000

/** `isEstimate`: not all operations were counted. */
interface Fired {
  fired: number
  isEstimate: boolean
}

export const NOT_FIRED: Fired = { fired: 0, isEstimate: false }

/**
 * How many alerts rules would have raised in the last 28 days of the record, by the function that judges live. Steps are
 * held against what is usual in the same days. Of more than 1,000 operations, the newest 1,000 say how many.
 */
export function createRuleCounts(
  {
    database,
    clock,
    config,
  }: Pick<AppDeps, 'database' | 'clock'> & { config: Pick<AppDeps['config'], 'timezone'> },
  usualTimesOf: UsualTimesOf,
) {
  const kept = new Map<string, { at: number; count: Fired }>()
  const keyOf = ({ supervisorId }: SupervisorScope, { kind, parameters }: Rule): string =>
    JSON.stringify([supervisorId, kind, Object.entries(parameters).sort()])

  async function count(scope: SupervisorScope, rules: readonly Rule[], now: number): Promise<void> {
    const since = new Date(now - USUAL_DAYS * DAY_MS)
    const { usualOf } = await usualTimesOf(scope)
    const { operations, total } = await database.reader.snapshot(scope, (tx) =>
      operationsSince(tx, scope.supervisorId, { since, most: MOST_COUNTED }, { zone: config.timezone, now }),
    )
    for (const rule of rules) {
      const complete = { kind: rule.kind, parameters: parametersOf(rule.kind, rule.parameters) }
      const firings = await mapInTurns(scope, operations, ({ events, refused, place }) =>
        // Of refusals only those after the newest record are kept.
        rule.kind === 'refused'
          ? Number((refused?.times ?? 0) >= (complete.parameters.times ?? 1))
          : countFirings(complete, events, usualOf, { until: now, place }),
      )
      const counted = firings.reduce((sum, each) => sum + each, 0)
      const fired = Math.round(counted * (total / Math.max(1, operations.length)))
      const key = keyOf(scope, rule)
      kept.delete(key)
      kept.set(key, { at: now, count: { fired, isEstimate: operations.length < total } })
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
  }

  /** In the order of `rules`. */
  return async (scope: SupervisorScope, rules: readonly Rule[]): Promise<Fired[]> => {
    const now = clock.now()
    const known = (rule: Rule): Fired | undefined => {
      const found = kept.get(keyOf(scope, rule))
      return found && Math.abs(now - found.at) < KEPT_MS ? found.count : undefined
    }
    const unknown = rules.filter((rule) => known(rule) === undefined)
    if (unknown.length > 0) await count(scope, unknown, now)
    return rules.map((rule) => known(rule) ?? NOT_FIRED)
  }
}
