import { monthOf, monthPeriod, type Period } from '#domain/time/zone'
import type { Tx } from '../../../db/connect.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { type Selection, snapshotSeq } from '../../../record/read/period.ts'
import { type KpiDeps, type KpiRequest, selectionOf } from './service.ts'

/** What is behind a figure of the month, from the rows that the figure was computed from. */
export const behindMonth = <T>(
  { config: { timezone }, clock, database }: KpiDeps,
  scope: SupervisorScope,
  request: KpiRequest,
  read: (tx: Tx, selection: Selection, period: Period) => Promise<T>,
): Promise<T> =>
  database.reader.snapshot(scope, async (tx) => {
    const { summedUpTo } = await snapshotSeq(tx, scope)
    const period = monthPeriod(request.month ?? monthOf(clock.now(), timezone), timezone)
    return read(tx, selectionOf(scope, request, summedUpTo), period)
  })
