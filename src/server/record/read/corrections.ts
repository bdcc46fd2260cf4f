import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { containers, corrections, events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { CORRECTION_COLUMNS } from '../rows.ts'

/** Corrections after a sequence number, oldest first, each with the number of the container today. */
export const correctionsAfter = (db: Queryable, scope: SupervisorScope, after: number, limit: number) =>
  db
    .select({ ...CORRECTION_COLUMNS, containerNumber: containers.containerNumber })
    .from(corrections)
    .innerJoin(containers, eq(containers.operationKey, corrections.operationKey))
    .where(and(eq(corrections.supervisorId, scope.supervisorId), gt(corrections.seq, after)))
    .orderBy(asc(corrections.seq))
    .limit(limit)

/**
 * Whether an operation with an event from `from` to `to` (exclusive) was corrected after the number `seq` or the instant
 * `at`: a condition on the row whose columns these are. An event counts for the time that it was moved out of, too.
 * `operatorId` null: of any operator.
 */
export function correctedSince(
  row: Record<'tenantId' | 'operatorId' | 'from' | 'to' | 'seq' | 'at', SQL>,
): SQL<boolean> {
  const within = (at: typeof events.timestamp | typeof events.firstTimestamp) =>
    sql`${at} >= ${row.from} and ${at} < ${row.to}`
  return sql<boolean>`exists (
    select from ${corrections} join ${events} on ${events.operationKey} = ${corrections.operationKey}
    where ${corrections.supervisorId} = ${row.tenantId}
      and (${corrections.seq} > ${row.seq} or ${corrections.recordedAt} > ${row.at})
      and (${row.operatorId} is null or ${events.userId} = ${row.operatorId})
      and (${within(events.timestamp)} or ${within(events.firstTimestamp)}))`
}
