import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

/** What went with an account. */
export interface Removed {
  userIds: number[]
  containers: number
  events: number
}

/**
 * Deletes an account; of a supervisor also operators, packs and the whole record. The tables' owner does it (the migration's
 * `remove_account`), leaves a tombstone of each account, and throws unless the audit line of the removal is there before.
 */
export async function removeAccount(tx: Queryable, id: number): Promise<Removed> {
  const { rows } = await tx.execute<{ accounts: number[]; containers: number; events: number }>(
    sql`select accounts, containers, events from remove_account(${id})`,
  )
  const [removed] = rows
  return {
    userIds: removed?.accounts ?? [],
    containers: Number(removed?.containers),
    events: Number(removed?.events),
  }
}
