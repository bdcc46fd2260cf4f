import { asc, gt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { tombstones } from '../../../db/schema/record.ts'

/** What a tombstone says: of whom it is, by which line of the audit log, and what went with the account. */
interface Buried {
  account: number
  line: { chain: string; position: number; hash: string }
  /** `of`: the supervisor with whom a driver went. `head`: of all chains of the record (hex), up to the number `seq`. */
  remains: { role: string; of?: number; seq?: number; head?: string }
}

export interface Tombstone {
  position: number
  accountId: number
  content: string
  hash: Buffer
  /** null: it is no such text. */
  said: Buried | null
  /** The audit line that it names. `prunedUntil`: the newest of that chain that was removed because of its age. */
  line: { action: string | null; targetId: number | null; hash: string | null; prunedUntil: number }
}

export async function tombstonesAfter(db: Queryable, after: number, limit: number): Promise<Tombstone[]> {
  const rows = (
    await db
      .select()
      .from(tombstones)
      .where(gt(tombstones.position, after))
      .orderBy(asc(tombstones.position))
      .limit(limit)
  ).map((row) => ({ ...row, said: parsed(row.content) }))
  const named = rows.map(({ position, said }) => ({ ...said?.line, position, at: said?.line.position }))
  const { rows: lines } = await db.execute<Tombstone['line'] & { position: number }>(sql`
    select i.position, l.action, l.target_id as "targetId", encode(l.chain_hash, 'hex') as hash,
      coalesce(c.anchor_position, 0) as "prunedUntil"
    from json_to_recordset(${JSON.stringify(named)}::json) as i(position bigint, chain text, at bigint)
    left join audit_log l on l.chain = i.chain and l.chain_position = i.at
    left join audit_chains c on c.chain = i.chain`)
  // A raw statement gives bigint as text.
  const byPosition = new Map(
    lines.map(({ position, ...line }) => [
      Number(position),
      { ...line, prunedUntil: Number(line.prunedUntil) },
    ]),
  )
  const none = { action: null, targetId: null, hash: null, prunedUntil: 0 }
  return rows.map((row) => ({ ...row, line: byPosition.get(row.position) ?? none }))
}

function parsed(content: string): Buried | null {
  try {
    const said = JSON.parse(content)
    return said?.line && said.remains ? said : null
  } catch {
    return null
  }
}

/** An account with a tombstone of which there is something again. */
export const findReturned = (db: Queryable): Promise<number | null> =>
  firstAccount(
    db,
    sql`select t.account_id as id from tombstones t
      where exists (select from users u where t.account_id in (u.id, u.supervisor_id))
        or exists (select from containers c where c.supervisor_id = t.account_id)
        or exists (select from events e where e.supervisor_id = t.account_id)
      order by 1 limit 1`,
  )

/** An account that was removed, as the audit log says, and has no tombstone. */
export const findUnburied = (db: Queryable): Promise<number | null> =>
  firstAccount(
    db,
    sql`select l.target_id as id from audit_log l
      where l.action in ('supervisor_deleted', 'operator_deleted') and l.chain is not null
        and not exists (select from tombstones t where t.account_id = l.target_id)
      order by 1 limit 1`,
  )

async function firstAccount(db: Queryable, query: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(query)
  return rows[0]?.id ?? null
}
