import { and, asc, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../db/connect.ts'
import { containers, corrections, events } from '../../db/schema/record.ts'

export type OperationRow = typeof containers.$inferSelect
export type EventRow = typeof events.$inferSelect
export type CorrectionRow = typeof corrections.$inferSelect

/** An operation with everything that was recorded of it, in the order of its records. */
export interface RecordedOperation {
  operation: OperationRow
  events: EventRow[]
  corrections: CorrectionRow[]
}

/** The next `limit` operations in the order of their rows, `after` a row id. */
export const operationsAfter = (db: Queryable, after: number, limit: number): Promise<RecordedOperation[]> =>
  withRecords(
    db,
    db.select().from(containers).where(gt(containers.id, after)).orderBy(asc(containers.id)).limit(limit),
  )

/**
 * Locks, of the next `limit` operations with a record without a hash, those of which no record has one, and that no other
 * process is sealing. One with some hashes was changed: sealing it again would hide that. `last`: continue after this key;
 * undefined: there is none. Without the key each batch would pass again over all that the ones before it have sealed.
 */
export async function lockUnsealed(
  tx: Tx,
  after: string,
  limit: number,
): Promise<{ unsealed: RecordedOperation[]; last: string | undefined }> {
  const found = await tx
    .selectDistinct({ key: events.operationKey })
    .from(events)
    .where(and(isNull(events.chainHash), gt(events.operationKey, after)))
    .orderBy(asc(events.operationKey))
    .limit(limit)
  const keys = found.map(({ key }) => key)
  const unsealed = await withRecords(
    tx,
    tx
      .select()
      .from(containers)
      .where(and(isNull(containers.chainHead), inArray(containers.operationKey, keys)))
      .orderBy(asc(containers.id))
      .for('update', { skipLocked: true }),
  )
  return {
    unsealed: unsealed.filter((operation) => operation.events.every(({ chainHash }) => chainHash === null)),
    last: keys.at(-1),
  }
}

async function withRecords(db: Queryable, query: Promise<OperationRow[]>): Promise<RecordedOperation[]> {
  const operations = await query
  const keys = operations.map(({ operationKey }) => operationKey)
  const rows = await db
    .select()
    .from(events)
    .where(inArray(events.operationKey, keys))
    .orderBy(asc(events.operationKey), asc(events.position))
  const corrected = await db
    .select()
    .from(corrections)
    .where(inArray(corrections.operationKey, keys))
    .orderBy(asc(corrections.operationKey), asc(corrections.position))
  const byKey = new Map<string, RecordedOperation>()
  for (const operation of operations) {
    byKey.set(operation.operationKey, { operation, events: [], corrections: [] })
  }
  for (const row of rows) byKey.get(row.operationKey)?.events.push(row)
  for (const row of corrected) byKey.get(row.operationKey)?.corrections.push(row)
  return [...byKey.values()]
}

/** Writes the hashes of these events, and the newest one of each operation. */
export async function writeChains(
  tx: Queryable,
  hashes: readonly { eventRow: number; hash: Buffer }[],
  heads: readonly { operationRow: number; head: Buffer }[],
): Promise<void> {
  await tx.execute(sql`
    update events e set chain_hash = decode(input.hash, 'hex')
    from ${pairs(hashes.map(({ eventRow, hash }) => [eventRow, hash]))} where e.id = input.id`)
  await tx.execute(sql`
    update containers c set chain_head = decode(input.hash, 'hex')
    from ${pairs(heads.map(({ operationRow, head }) => [operationRow, head]))} where c.id = input.id`)
}

const pairs = (rows: readonly (readonly [number, Buffer])[]): SQL => {
  const values = JSON.stringify(rows.map(([id, hash]) => ({ id, hash: hash.toString('hex') })))
  return sql`json_to_recordset(${values}::json) as input(id bigint, hash text)`
}

export interface SeqFault {
  tenantId: number
  /** Rows, smallest and greatest number, and what the counter says. */
  rows: number
  first: number | null
  last: number | null
  counter: number | null
}

/** The first tenant whose numbers are not 1, 2, 3 ... up to its counter, each once. */
export async function findSeqFault(db: Queryable): Promise<SeqFault | null> {
  const { rows } = await db.execute<Record<keyof SeqFault, string | null>>(sql`
    select tenant as "tenantId", coalesce(n, 0) as rows, low as first, high as last, c.last_seq as counter
    from (
      select coalesce(supervisor_id, user_id) as tenant, count(*) as n, count(distinct seq) as different,
        min(seq) as low, max(seq) as high
      from (
        select supervisor_id, user_id, seq from events
        union all
        select x.supervisor_id, o.user_id, x.seq
        from corrections x join containers o on o.container_id = x.container_id
      ) records group by 1
    ) found full join event_counters c on c.tenant_id = tenant
    where n is distinct from c.last_seq or high is distinct from c.last_seq or different <> n or low <> 1
    order by 1 limit 1`)
  const [row] = rows
  if (!row) return null
  const number = (value: string | null) => (value === null ? null : Number(value))
  return {
    tenantId: Number(row.tenantId),
    rows: Number(row.rows),
    first: number(row.first),
    last: number(row.last),
    counter: number(row.counter),
  }
}
