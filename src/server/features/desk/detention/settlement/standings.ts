import type { AppDeps } from '../../../../deps.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import { correctedOf } from '../../../../record/read/heads.ts'
import type { JudgedVisit } from '../judge.ts'
import {
  type MonthSettlement,
  settlementsOfMonth,
  settlementsOfVisits,
  type VisitSettlement,
} from './queries.ts'

/** What was said and corrected of the visits of a month, by operation key; and said of the months, by client. */
export interface Standings {
  settled: ReadonlyMap<string, VisitSettlement>
  corrected: ReadonlyMap<string, { corrections: number; correctedAt: Date }>
  months: ReadonlyMap<number, MonthSettlement>
}

/** How the visits of a month stand, and the months of its clients. */
export async function standingsOfMonth(
  { database: { orm } }: Pick<AppDeps, 'database'>,
  scope: SupervisorScope,
  month: string,
  visits: readonly JudgedVisit[],
): Promise<Standings> {
  const operationKeys = visits.map(({ row }) => row.operationKey)
  return {
    settled: await settlementsOfVisits(orm, scope, operationKeys),
    corrected: await correctedOf(orm, scope, operationKeys),
    months: await settlementsOfMonth(orm, scope, month),
  }
}
