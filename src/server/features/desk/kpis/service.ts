import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { KpisResponse, kpiQuery } from '#contract/http/desk/kpis'
import { selectEvents } from '#domain/kpi/event-words'
import {
  monthOf,
  monthPeriod,
  type Period,
  sameTimeYesterday,
  todayPeriod,
  wholeDaysBefore,
} from '#domain/time/zone'
import type { Tx } from '../../../db/connect.ts'
import { isAway } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { tellTo } from '../../../log/tell.ts'
import {
  countActive,
  countActiveAt,
  eventsByHour,
  type Selection,
  snapshotSeq,
} from '../../../record/read/period.ts'
import { type MonthParts, PART_NAMES, type PartName } from './parts.ts'
import { type Outcome, presentKpis } from './present.ts'
import { monthParts } from './queries.ts'

export interface KpiRequest {
  /** `yyyy-MM`; absent: the current month. */
  month?: string | undefined
  operatorIds: readonly number[]
  /** Operation keys or container numbers. */
  containers: readonly string[]
  /** Words of the KPI filter. */
  eventWords: readonly string[]
}

/** The request that a query string makes. */
export const requestOf = ({
  month,
  operatorId,
  containerId,
  eventType,
  ...forgotten
}: z.output<typeof kpiQuery>): KpiRequest => {
  forgotten satisfies Record<string, never>
  return { month, operatorIds: operatorId, containers: containerId, eventWords: eventType }
}

export type KpiDeps = Pick<AppDeps, 'database' | 'clock' | 'config'>

const COMPARED_DAYS = 7

export function selectionOf(
  scope: SupervisorScope,
  request: KpiRequest,
  summedUpTo: number | null,
): Selection {
  return {
    scope,
    operatorIds: request.operatorIds,
    containers: request.containers,
    selectors: selectEvents(request.eventWords),
    summedUpTo,
  }
}

/**
 * All figures of one supervisor's month, in one snapshot, so that no two contradict each other. A figure that fails is
 * logged and null; the others are unaffected.
 */
export async function kpisOf(
  deps: KpiDeps,
  scope: SupervisorScope,
  request: KpiRequest,
  log: FastifyBaseLogger,
): Promise<KpisResponse> {
  const zone = deps.config.timezone
  const now = deps.clock.now()
  const month = request.month ?? monthOf(now, zone)
  const period = monthPeriod(month, zone)
  const today = todayPeriod(now, zone)
  return deps.database.reader.snapshot(scope, async (tx, mayRepeat) => {
    const { seq, summedUpTo } = await snapshotSeq(tx, scope)
    const selection = selectionOf(scope, request, summedUpTo)
    const attempt = attemptIn(tx, mayRepeat)
    const sums = await partsOf(attempt, selection, period, now, PART_NAMES)
    const previous = await partsOf(attempt, selection, wholeDaysBefore(now, zone, COMPARED_DAYS), now, [
      'trips',
      'deadTime',
    ])
    const active = await attempt(async (t) => ({
      count: await countActive(t, selection),
      yesterday: await countActiveAt(t, selection, sameTimeYesterday(now, zone)),
    }))
    const hours = await attempt((t) => eventsByHour(t, selection, today, zone))
    return presentKpis(
      { month, zone, now, seq, period, today, sums, previous, active, hours },
      (figure, err) => tellTo(log)('FIGURE_FAILED', { err, figure }),
    )
  })
}

type Attempt = <T>(read: (tx: Tx) => Promise<T>) => Promise<Outcome<T>>

/**
 * Reads within a savepoint, so that a failure does not abort the transaction for the reads that follow. Throws when the
 * database is away, and on a replica: the primary may succeed.
 */
const attemptIn =
  (tx: Tx, mayRepeat: boolean): Attempt =>
  async (read) => {
    try {
      return { ok: true, value: await tx.transaction(read) }
    } catch (error) {
      if (mayRepeat || isAway(error)) throw error
      return { ok: false, error }
    }
  }

/** All parts from one scan of the events. When that fails, each part separately, to save those that work. */
async function partsOf<N extends PartName>(
  attempt: Attempt,
  selection: Selection,
  period: Period,
  now: number,
  names: readonly N[],
): Promise<{ [K in N]: Outcome<MonthParts[K]> }> {
  const outcomes: Partial<Record<PartName, Outcome<unknown>>> = {}
  const all = await attempt((t) => monthParts(t, selection, period, now, names))
  for (const name of names) {
    if (all.ok) {
      outcomes[name] = { ok: true, value: all.value[name] }
      continue
    }
    const one = await attempt((t) => monthParts(t, selection, period, now, [name]))
    outcomes[name] = one.ok ? { ok: true, value: one.value[name] } : one
  }
  return outcomes as { [K in N]: Outcome<MonthParts[K]> }
}
