import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SavedKpis } from '#contract/http/desk/kpis'
import type { ReportData } from '#contract/http/desk/reports'
import type { Queryable } from '../../../db/connect.ts'
import { users } from '../../../db/schema/accounts.ts'
import { reports } from '../../../db/schema/desk.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { correctedSince } from '../../../record/read/corrections.ts'

export interface NewReport {
  operatorId: number | null
  /** `yyyy-MM` */
  month: string
  reportData: ReportData
  figures: SavedKpis
  timestamp: Date
}

export type ReportRow = NewReport & {
  id: number
  operatorName: string | null
  /** Its figures would be others today, or could be. */
  hasLaterCorrections: boolean
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

/**
 * Whether an operation with an event in the report's month was corrected since: after the sent figures were made, or after
 * the reading of the server's own.
 */
const laterCorrections = (zone: string): SQL<boolean> => {
  const month = sql`(${reports.month} || '-01')::timestamp`
  return correctedSince({
    tenantId: sql`${reports.supervisorId}`,
    operatorId: sql`${reports.operatorId}`,
    from: sql`${month} at time zone ${zone}`,
    to: sql`(${month} + interval '1 month') at time zone ${zone}`,
    seq: sql`(${reports.figures} ->> 'seq')::bigint`,
    at: sql`${reports.timestamp}`,
  })
}

async function select(db: Queryable, zone: string, condition: SQL | undefined): Promise<ReportRow[]> {
  const rows = await db
    .select({
      report: reports,
      operatorName: users.displayName,
      hasLaterCorrections: laterCorrections(zone),
    })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.operatorId))
    .where(condition)
    .orderBy(desc(reports.timestamp), desc(reports.id))
  // Both columns were validated when they were written, and reports never change.
  return rows.map(({ report, ...rest }) => ({ ...report, ...rest }) as ReportRow)
}

/** Newest first. `zone`: of the months. */
export async function listReports(db: Queryable, scope: SupervisorScope, zone: string): Promise<ReportRow[]> {
  return select(db, zone, eq(reports.supervisorId, scope.supervisorId))
}

const own = (scope: SupervisorScope, id: number) =>
  and(eq(reports.id, id), eq(reports.supervisorId, scope.supervisorId))

export async function findReport(
  db: Queryable,
  scope: SupervisorScope,
  id: number,
  zone: string,
): Promise<ReportRow | null> {
  return (await select(db, zone, own(scope, id)))[0] ?? null
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
