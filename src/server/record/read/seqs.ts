import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { eventCounters } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'

const counters = (db: Queryable) =>
  db.select({ id: eventCounters.tenantId, seq: eventCounters.lastSeq }).from(eventCounters)

const seqsOf = prepared((db) =>
  counters(db)
    .where(sql`${eventCounters.tenantId} = any(${sql.placeholder('ids')})`)
    .prepare('newest-seqs'),
)

/** The newest sequence number of each of these supervisors; 0 before the first event. */
export async function newestSeqs(db: Queryable, scopes: readonly SupervisorScope[]): Promise<number[]> {
  const rows = await seqsOf(db).execute({ ids: scopes.map(({ supervisorId }) => supervisorId) })
  const seqs = new Map(rows.map(({ id, seq }) => [id, seq]))
  return scopes.map(({ supervisorId }) => seqs.get(supervisorId) ?? 0)
}

/** Of every tenant that has recorded anything. For the judge, who watches all. */
export const newestSeqOfAll = async (db: Queryable): Promise<Map<number, number>> =>
  new Map((await counters(db)).map(({ id, seq }) => [id, seq]))
