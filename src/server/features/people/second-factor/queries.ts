import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { recoveryCodes, secondFactors } from '../../../db/schema/sign-in.ts'

/** Account; null: the administrator. */
export type OwnerId = number | null
export type FactorRow = typeof secondFactors.$inferSelect

const ofOwner = (owner: OwnerId) =>
  owner === null ? isNull(secondFactors.userId) : eq(secondFactors.userId, owner)

/** Also one that waits for its first right code. */
export const findFactor = (db: Queryable, owner: OwnerId): Promise<FactorRow | null> =>
  first(db.select().from(secondFactors).where(ofOwner(owner)))

export const listFactors = (db: Queryable): Promise<FactorRow[]> => db.select().from(secondFactors)

/** False: it is sealed otherwise by now, or gone. */
export async function replaceSealed(
  db: Queryable,
  { id, secret: before }: FactorRow,
  secret: string,
): Promise<boolean> {
  const { rowCount } = await db
    .update(secondFactors)
    .set({ secret })
    .where(and(eq(secondFactors.id, id), eq(secondFactors.secret, before)))
  return rowCount === 1
}

/** Locks it until the transaction ends. */
export const lockFactor = (tx: Queryable, owner: OwnerId): Promise<FactorRow | null> =>
  first(tx.select().from(secondFactors).where(ofOwner(owner)).for('update'))

/** Replaces one that has not been confirmed. False: there is a confirmed one. */
export async function putFactor(tx: Queryable, owner: OwnerId, secret: string): Promise<boolean> {
  const { rowCount } = await tx
    .insert(secondFactors)
    .values({ userId: owner, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret },
      setWhere: isNull(secondFactors.confirmedAt),
    })
  return rowCount === 1
}

export async function confirmFactor(tx: Queryable, id: number, confirmedAt: Date): Promise<void> {
  await tx.update(secondFactors).set({ confirmedAt }).where(eq(secondFactors.id, id))
}

/** False: a code of this period, or of a later one, has been accepted before. True for exactly one of several callers. */
export async function spendPeriod(db: Queryable, id: number, period: number): Promise<boolean> {
  const { rowCount } = await db
    .update(secondFactors)
    .set({ lastPeriod: period })
    .where(and(eq(secondFactors.id, id), lt(secondFactors.lastPeriod, period)))
  return rowCount === 1
}

/** False: unknown, or used before. True for exactly one of several callers. */
export async function spendRecoveryCode(
  db: Queryable,
  factorId: number,
  { codeHash, usedAt }: { codeHash: string; usedAt: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(
      and(
        eq(recoveryCodes.factorId, factorId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return rowCount === 1
}

export async function countRecoveryCodes(db: Queryable, factorId: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.factorId, factorId), isNull(recoveryCodes.usedAt)))
  return row?.n ?? 0
}

/** The caller has locked the factor. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  factorId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factorId))
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ factorId, codeHash })))
}

/** With its recovery codes. False: none was confirmed. */
export async function deleteFactor(tx: Queryable, owner: OwnerId): Promise<boolean> {
  const { rowCount } = await tx
    .delete(secondFactors)
    .where(and(ofOwner(owner), isNotNull(secondFactors.confirmedAt)))
  return rowCount === 1
}
