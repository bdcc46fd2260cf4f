import { sql } from 'drizzle-orm'
import type { VisitTiming } from '#domain/kpi/park-timings'
import type { CorrectionKind } from '#domain/operation/correct'
import type { Period } from '#domain/time/zone'
import { mapInTurns } from '../../../../adapters/thread/in-turns.ts'
import type { Tx } from '../../../../db/connect.ts'
import { rowsInTurns } from '../../../../db/rows-in-turns.ts'
import type { Selection } from '../../../../record/read/period.ts'
import { counts, trail } from '../queries.ts'
import { type Visited, visitedGaps, which } from '../turn-times/queries.ts'

/** One gap of one visit. */
export interface VisitRow {
  operationKey: string
  containerNumber: string
  username: string
  from: Date
  to: Date
  ms: number
}

/** A correction that the figures rest on. */
export interface CorrectionBehind {
  correctionId: string
  seq: number
  operationKey: string
  containerNumber: string
  kind: CorrectionKind
  eventPosition: number | null
  before: string | null
  after: string | null
  authorName: string
  authorRole: 'operator' | 'supervisor'
  reason: string | null
  recordedAt: Date
  reportedAt: Date | null
}

/** The gaps of a park timing, longest first; `excluded`: only the excluded (true) or only the counted ones (false). */
export async function gapsOf(
  tx: Tx,
  selection: Selection,
  period: Period,
  timing: VisitTiming,
  excluded: boolean | null,
  { zone, ...visited }: Visited & { zone: string },
): Promise<VisitRow[]> {
  const counted = excluded === null ? sql`true` : excluded ? sql`not (${counts})` : counts
  const rows = await rowsInTurns<Omit<VisitRow, 'from' | 'to'> & { from: string; to: string }>(
    tx,
    selection.scope,
    sql`
with ${trail(selection, period, [timing])}, ${visitedGaps(selection, zone)}
select container_id as "operationKey", display_container_id as "containerNumber", username,
  opened as "from", closed as "to", ms::double precision as ms
from visited
where ${counted} and ${which(visited)}
order by ms desc, opened, container_id`,
  )
  return mapInTurns(selection.scope, rows, (row) => ({
    ...row,
    from: new Date(row.from),
    to: new Date(row.to),
  }))
}

/** More would help nobody to see what the figures rest on. */
const MOST_CORRECTIONS = 500

/** The corrections that the part `corrections` counts, newest first. */
export async function correctionsBehind(
  tx: Tx,
  selection: Selection,
  period: Period,
): Promise<CorrectionBehind[]> {
  type Instants = { recordedAt: string; reportedAt: string | null }
  const { rows } = await tx.execute<Omit<CorrectionBehind, keyof Instants> & Instants>(sql`
with ${trail(selection, period)}
select x.correction_id as "correctionId", x.seq::double precision as seq, x.container_id as "operationKey",
  x.display_container_id as "containerNumber", x.kind, x.event_position as "eventPosition", x.before, x.after,
  x.author_name as "authorName", x.author_role as "authorRole", x.reason, x.recorded_at as "recordedAt",
  x.reported_at as "reportedAt"
from corrected x
order by x.id desc limit ${MOST_CORRECTIONS}`)
  return rows.map(({ recordedAt, reportedAt, ...row }) => ({
    ...row,
    recordedAt: new Date(recordedAt),
    reportedAt: reportedAt === null ? null : new Date(reportedAt),
  }))
}
