import type { FastifyBaseLogger } from 'fastify'
import type { KpisResponse } from '#contract/http/kpis'
import { selectEvents } from '#domain/kpi/event-words'
import type { ParkTimingName } from '#domain/kpi/park-timings'
import {
  monthOf,
  monthPeriod,
  type Period,
  sameTimeYesterday,
  todayPeriod,
  wholeDaysBefore,
} from '#domain/time/zone'
import type { Tx } from '../../db/connect.ts'
import { isAway } from '../../db/errors.ts'
import { MAX_INTEGER } from '../../db/limits.ts'
import type { AppDeps } from '../../deps.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { type CorrectionBehind, type MonthParts, PART_NAMES, type PartName, type VisitRow } from './parts.ts'
import { type Outcome, presentKpis } from './present.ts'
import {
  correctionsBehind,
  countActive,
  countActiveAt,
  eventsByHour,
  gapsOf,
  monthParts,
  type Selection,
  snapshotSeq,
} from './queries.ts'

export interface KpiRequest {
  /** `yyyy-MM`; absent: the current month. */
  month?: string | undefined
  operatorIds: readonly number[]
  /** Operation keys or container numbers. */
  containers: readonly string[]
  /** Words of the KPI filter. */
  eventWords: readonly string[]
}

type KpiDeps = Pick<AppDeps, 'database' | 'clock' | 'config'>

const COMPARED_DAYS = 7

/**
 * A value that no row can hold must match nothing. Dropping it could leave an empty filter, which matches everything;
 * passing it on would fail every figure.
 */
const possibleId = (id: number): number => (id <= MAX_INTEGER ? id : 0)
const possibleText = (text: string): string => (text.includes('\0') ? '' : text)

function selectionOf(scope: SupervisorScope, request: KpiRequest): Selection {
  return {
    scope,
    operatorIds: request.operatorIds.map(possibleId),
    containers: request.containers.map(possibleText),
    selectors: selectEvents(request.eventWords),
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
  const selection = selectionOf(scope, request)
  return deps.database.reader.snapshot(scope, async (tx, mayRepeat) => {
    const seq = await snapshotSeq(tx, scope)
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
      (figure, err) => log.error({ err, figure }, 'kpi failed'),
    )
  })
}

/** The gaps behind a park timing. */
export async function visitsOf(
  deps: KpiDeps,
  scope: SupervisorScope,
  request: KpiRequest & { timing: ParkTimingName; excluded: boolean | null },
): Promise<VisitRow[]> {
  const zone = deps.config.timezone
  const period = monthPeriod(request.month ?? monthOf(deps.clock.now(), zone), zone)
  return deps.database.reader.snapshot(scope, async (tx) => {
    await snapshotSeq(tx, scope)
    return gapsOf(tx, selectionOf(scope, request), period, request.timing, request.excluded)
  })
}

/** The corrections that the figures of the month rest on, newest first. */
export async function correctionsOfMonth(
  deps: KpiDeps,
  scope: SupervisorScope,
  request: KpiRequest,
): Promise<CorrectionBehind[]> {
  const zone = deps.config.timezone
  const period = monthPeriod(request.month ?? monthOf(deps.clock.now(), zone), zone)
  return deps.database.reader.snapshot(scope, async (tx) => {
    await snapshotSeq(tx, scope)
    return correctionsBehind(tx, selectionOf(scope, request), period)
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
