import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/connect.ts'
import { first } from '../db/first.ts'
import { packReviews } from '../db/schema/evidence.ts'
import { containers, corrections, eventCounters } from '../db/schema/record.ts'
import type { SupervisorScope } from '../identity/supervisor-scope.ts'
import { chainHash } from './chain.ts'
import { CORRECTION_COLUMNS, type CorrectionRow, OPERATION_COLUMNS, type OperationRow } from './rows.ts'

/** A correction to insert; the database assigns `id` and `seq`. */
export type NewCorrection = Omit<CorrectionRow, 'id' | 'seq'>

/** Whose operations: a supervisor's, or those of one operator. */
export type Owner = { scope: SupervisorScope } | { operatorId: number }

const ownedBy = (owner: Owner) =>
  'scope' in owner
    ? eq(containers.supervisorId, owner.scope.supervisorId)
    : eq(containers.userId, owner.operatorId)

/** Locks the operation until the transaction ends; with the hash of its newest record. */
export const lockOperation = (
  tx: Tx,
  owner: Owner,
  operationKey: string,
): Promise<typeof containers.$inferSelect | null> =>
  first(
    tx
      .select()
      .from(containers)
      .where(and(eq(containers.operationKey, operationKey), ownedBy(owner)))
      .for('update'),
  )

export const findCorrection = (
  db: Queryable,
  authorId: number,
  correctionId: string,
): Promise<CorrectionRow | null> =>
  first(
    db
      .select(CORRECTION_COLUMNS)
      .from(corrections)
      .where(and(eq(corrections.authorId, authorId), eq(corrections.correctionId, correctionId))),
  )

/**
 * Adds the correction to the record, with the tenant's next number and the operation's next hash; the database applies it
 * to the events. `head` is the hash that it follows. The operation's row must be locked. Packs that it may change are
 * looked at after the commit.
 */
export async function insertCorrection(
  tx: Tx,
  tenantId: number,
  head: Buffer,
  values: NewCorrection,
): Promise<CorrectionRow> {
  const counter = await first(
    tx
      .update(eventCounters)
      .set({ lastSeq: sql`${eventCounters.lastSeq} + 1` })
      .where(eq(eventCounters.tenantId, tenantId))
      .returning({ seq: eventCounters.lastSeq }),
  )
  if (!counter) throw new Error(`tenant ${tenantId} has no counter`)
  const hash = chainHash(head, values)
  const row = await first(
    tx
      .insert(corrections)
      .values({ ...values, seq: counter.seq, chainHash: hash })
      .returning(CORRECTION_COLUMNS),
  )
  if (!row) throw new Error('the correction was not stored')
  await tx.update(containers).set({ chainHead: hash }).where(eq(containers.operationKey, values.operationKey))
  const { supervisorId, operationKey } = values
  if (supervisorId !== null) await tx.insert(packReviews).values({ supervisorId, operationKey })
  return row
}

/** The operation as it stands after a correction. */
export async function updateOperation(
  tx: Tx,
  operationKey: string,
  values: Partial<typeof containers.$inferInsert>,
): Promise<OperationRow> {
  const row = await first(
    tx
      .update(containers)
      .set(values)
      .where(eq(containers.operationKey, operationKey))
      .returning(OPERATION_COLUMNS),
  )
  if (!row) throw new Error(`operation ${operationKey} is gone`)
  return row
}

/** The corrections of these operations, newest first. The caller has checked whose they are. */
export const correctionsOf = (db: Queryable, operationKeys: readonly string[]): Promise<CorrectionRow[]> =>
  operationKeys.length === 0
    ? Promise.resolve([])
    : db
        .select(CORRECTION_COLUMNS)
        .from(corrections)
        .where(inArray(corrections.operationKey, [...operationKeys]))
        .orderBy(desc(corrections.id))
