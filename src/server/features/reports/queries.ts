import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { KpisResponse } from '#contract/http/kpis'
import type { ReportData } from '#contract/http/reports'
import type { Queryable } from '../../db/connect.ts'
import { reports, users } from '../../db/schema.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'

export interface NewReport {
  operatorId: number | null
  /** `yyyy-MM` */
  month: string
  reportData: ReportData
  figures: KpisResponse
  timestamp: Date
}

export type ReportRow = NewReport & { id: number; operatorName: string | null }

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
  // Both columns were validated when they were written, and reports never change.
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

/** The deleted report; null when the supervisor has no such report. */
export async function deleteReportRow(
  db: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<{ month: string; operatorId: number | null } | null> {
  const [row] = await db
    .delete(reports)
    .where(own(scope, id))
    .returning({ month: reports.month, operatorId: reports.operatorId })
  return row ?? null
}
