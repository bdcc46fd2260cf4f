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
  const figures = (attemptIn: (tx: Tx, mayRepeat: boolean) => Attempt) =>
    deps.database.reader.snapshot(scope, async (tx, mayRepeat) => {
      const { seq, summedUpTo } = await snapshotSeq(tx, scope)
      const selection = selectionOf(scope, request, summedUpTo)
      const attempt = attemptIn(tx, mayRepeat)
      // Sent together: beside a flood, each statement that waits for the one before costs the desk ten milliseconds.
      const [sums, previous, active, hours] = await Promise.all([
        attempt.parts(selection, period, now, PART_NAMES),
        attempt.parts(selection, wholeDaysBefore(now, zone, COMPARED_DAYS), now, ['trips', 'deadTime']),
        attempt.one(async (t) => {
          const [count, yesterday] = await Promise.all([
            countActive(t, selection),
            countActiveAt(t, selection, sameTimeYesterday(now, zone)),
          ])
          return { count, yesterday }
        }),
        attempt.one((t) => eventsByHour(t, selection, today, zone)),
      ])
      return presentKpis(
        { month, zone, now, seq, period, today, sums, previous, active, hours },
        (figure, err) => tellTo(log)('FIGURE_FAILED', { err, figure }),
      )
    })
  try {
    return await figures(together)
  } catch (error) {
    if (isAway(error)) throw error
    return figures(apart)
  }
}

interface Attempt {
  one<T>(read: (tx: Tx) => Promise<T>): Promise<Outcome<T>>
  parts<N extends PartName>(
    selection: Selection,
    period: Period,
    now: number,
    names: readonly N[],
  ): Promise<{ [K in N]: Outcome<MonthParts[K]> }>
}

/** All parts of a period from one scan of its events. Throws what fails: the transaction is over then. */
function together(tx: Tx): Attempt {
  return {
    one: async (read) => ({ ok: true, value: await read(tx) }),
    async parts(selection, period, now, names) {
      const parts = await monthParts(tx, selection, period, now, names)
      const outcomes = names.map((name) => [name, { ok: true, value: parts[name] }])
      return Object.fromEntries(outcomes)
    },
  }
}

/**
 * Each read and each part alone, one after the other, within a savepoint: a failure does not abort the transaction for those
 * that follow. Throws when the database is away, and on a replica: the primary may succeed.
 */
function apart(tx: Tx, mayRepeat: boolean): Attempt {
  let last: Promise<unknown> = Promise.resolve()
  const one: Attempt['one'] = (read) => {
    const outcome = last.then(async () => {
      try {
        return { ok: true as const, value: await tx.transaction(read) }
      } catch (error) {
        if (mayRepeat || isAway(error)) throw error
        return { ok: false as const, error }
      }
    })
    last = outcome
    return outcome
  }
  return {
    one,
    async parts(selection, period, now, names) {
      const outcomes = names.map(async (name) => {
        const part = await one((t) => monthParts(t, selection, period, now, [name]))
        return [name, part.ok ? { ok: true, value: part.value[name] } : part]
      })
      return Object.fromEntries(await Promise.all(outcomes))
    },
  }
}
