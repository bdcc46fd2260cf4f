import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { KpisResponse } from '#contract/http/kpis'
import type { ReportData } from '#contract/http/reports'
import type { Queryable } from '../../db/connect.ts'
import { reports, users } from '../../db/schema.ts'
import type { SupervisorScope } from '../../http/scope.ts'

export interface NewReport {
  operatorId: number | null
  /** `yyyy-MM` */
  month: string
  reportData: ReportData
  figures: KpisResponse
  timestamp: Date
}

export type ReportRow = NewReport & { id: number; operatorName: string | null }

/** The supervisor's own operator; null for anybody else. */
export async function findOwnOperator(
  db: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<{ id: number; displayName: string } | null> {
  const [row] = await db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(and(eq(users.id, id), eq(users.supervisorId, scope.supervisorId), eq(users.role, 'operator')))
  return row ?? null
}

export async function insertReport(
  db: Queryable,
  scope: SupervisorScope,
  report: NewReport,
): Promise<number> {
  const [row] = await db
    .insert(reports)
    .values({ ...report, supervisorId: scope.supervisorId })
    .returning({ id: reports.id })
  if (!row) throw new Error('insert of a report returned no row')
  return row.id
}

async function select(db: Queryable, condition: SQL | undefined): Promise<ReportRow[]> {
  const rows = await db
    .select({ report: reports, operatorName: users.displayName })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.operatorId))
    .where(condition)
    .orderBy(desc(reports.timestamp), desc(reports.id))
  // Both columns were validated on their way in, and nothing changes a report.
  return rows.map(({ report, operatorName }) => ({ ...report, operatorName }) as ReportRow)
}

/** Newest first. */
export async function listReports(db: Queryable, scope: SupervisorScope): Promise<ReportRow[]> {
  return select(db, eq(reports.supervisorId, scope.supervisorId))
}

const own = (scope: SupervisorScope, id: number) =>
  and(eq(reports.id, id), eq(reports.supervisorId, scope.supervisorId))

export async function findReport(
  db: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<ReportRow | null> {
  return (await select(db, own(scope, id)))[0] ?? null
}

/** Whether there was such a report of the supervisor's. */
export async function deleteReport(db: Queryable, scope: SupervisorScope, id: number): Promise<boolean> {
  return (await db.delete(reports).where(own(scope, id)).returning({ id: reports.id })).length > 0
}
