import { and, desc, eq, getTableColumns, gt, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../../../db/connect.ts'
import { first } from '../../../../db/first.ts'
import { sharedLinks } from '../../../../db/schema/desk.ts'
import { settlements } from '../../../../db/schema/detention.ts'
import { evidencePacks } from '../../../../db/schema/evidence.ts'
import { mails } from '../../../../db/schema/mails.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'

export type SettlementRow = typeof settlements.$inferSelect
export type NewSettlement = Omit<SettlementRow, 'id' | 'supervisorId'>

/** A visit by its operation key, or the month of a client. */
export type Settled = { operationKey: string } | { clientId: number; month: string }

const of = (settled: Settled): SQL | undefined =>
  'operationKey' in settled
    ? eq(settlements.operationKey, settled.operationKey)
    : and(
        isNull(settlements.operationKey),
        eq(settlements.clientId, settled.clientId),
        eq(settlements.month, settled.month),
      )

/** Of the pack that was sent: the newest version that a correction has made since; null: none. */
const renewed = alias(evidencePacks, 'renewed')
const renewedSince = (subject: SQL | undefined): SQL =>
  sql`(select max(${renewed.version}) from ${evidencePacks} as ${renewed}
    where ${and(
      eq(renewed.supervisorId, settlements.supervisorId),
      gt(renewed.version, evidencePacks.version),
      eq(renewed.renews, true),
      subject,
    )})`
const RENEWED_VERSION = sql<number | null>`case when ${evidencePacks.operationKey} is null
  then ${renewedSince(and(isNull(renewed.operationKey), eq(renewed.clientId, evidencePacks.clientId), eq(renewed.month, evidencePacks.month)))}
  else ${renewedSince(eq(renewed.operationKey, evidencePacks.operationKey))} end`

const ITS_PACK = and(
  eq(evidencePacks.id, settlements.packId),
  eq(evidencePacks.supervisorId, settlements.supervisorId),
)

interface Renewable extends SettlementRow {
  renewedVersion: number | null
}

export interface VisitSettlement extends Renewable {
  /** Of the month's pack by which it was sent; null: its own pack, or none. */
  sentMonth: string | null
}

/** What counts of each visit of which something was said, by operation key. */
export async function settlementsOfVisits(
  db: Queryable,
  scope: SupervisorScope,
  operationKeys: readonly string[],
): Promise<Map<string, VisitSettlement>> {
  const rows = await db
    .selectDistinctOn([settlements.operationKey], {
      ...getTableColumns(settlements),
      renewedVersion: RENEWED_VERSION,
      sentMonth: evidencePacks.month,
    })
    .from(settlements)
    .leftJoin(evidencePacks, ITS_PACK)
    .where(
      and(
        eq(settlements.supervisorId, scope.supervisorId),
        // One parameter, however many there are.
        sql`${settlements.operationKey} = any(${sql.param(operationKeys)}::text[])`,
      ),
    )
    .orderBy(settlements.operationKey, desc(settlements.id))
  return new Map(rows.map((row) => [row.operationKey ?? '', row]))
}

export interface MonthSettlement extends Renewable {
  /** Of the pack that was sent, and of the newest one that was issued; null: none was. */
  version: number | null
  newestVersion: number | null
  /** The newest mail that took the pack to its receiver; null: none did. */
  mail: Letter | null
}

type Letter = Pick<typeof mails.$inferSelect, 'state' | 'createdAt' | 'endedAt' | 'cause'>

/** What counts of the month of each client of which something was said, by client. */
export async function settlementsOfMonth(
  db: Queryable,
  scope: SupervisorScope,
  month: string,
): Promise<Map<number, MonthSettlement>> {
  const newest = alias(evidencePacks, 'newest')
  const versions = db
    .select({ clientId: newest.clientId, version: max(newest.version).as('newest_version') })
    .from(newest)
    .where(
      and(eq(newest.supervisorId, scope.supervisorId), isNull(newest.operationKey), eq(newest.month, month)),
    )
    .groupBy(newest.clientId)
    .as('versions')
  const rows = await db
    .selectDistinctOn([settlements.clientId], {
      ...getTableColumns(settlements),
      version: evidencePacks.version,
      newestVersion: versions.version,
      renewedVersion: RENEWED_VERSION,
    })
    .from(settlements)
    .leftJoin(evidencePacks, ITS_PACK)
    .leftJoin(versions, eq(versions.clientId, settlements.clientId))
    .where(
      and(
        eq(settlements.supervisorId, scope.supervisorId),
        isNull(settlements.operationKey),
        eq(settlements.month, month),
      ),
    )
    .orderBy(settlements.clientId, desc(settlements.id))
  const letters = await lettersOf(db, scope, rows)
  return new Map(
    rows.map((row) => [
      row.clientId ?? 0,
      { ...row, mail: letters.get(letterKey(row.packId, row.note)) ?? null },
    ]),
  )
}

const letterKey = (packId: number | null, receiver: string | null): string => `${packId} ${receiver}`

/** The newest mail with each of these packs to its receiver. */
async function lettersOf(
  db: Queryable,
  scope: SupervisorScope,
  settled: readonly Pick<SettlementRow, 'packId' | 'note'>[],
): Promise<Map<string, Letter>> {
  const packIds = settled.flatMap(({ packId }) => (packId === null ? [] : [packId]))
  if (packIds.length === 0) return new Map()
  const { recipient, state, createdAt, endedAt, cause } = mails
  const rows = await db
    .select({ packId: sharedLinks.packId, recipient, state, createdAt, endedAt, cause })
    .from(mails)
    .innerJoin(sharedLinks, eq(sharedLinks.id, mails.linkId))
    .where(and(eq(sharedLinks.supervisorId, scope.supervisorId), inArray(sharedLinks.packId, packIds)))
    .orderBy(mails.id)
  return new Map(rows.map(({ packId, recipient: to, ...letter }) => [letterKey(packId, to), letter]))
}

export const settlementOf = (
  db: Queryable,
  scope: SupervisorScope,
  settled: Settled,
): Promise<SettlementRow | null> =>
  first(
    db
      .select()
      .from(settlements)
      .where(and(eq(settlements.supervisorId, scope.supervisorId), of(settled)))
      .orderBy(desc(settlements.id))
      .limit(1),
  )

/** All that was said of it, the newest first; the newest 100. */
export const settlementHistory = (
  db: Queryable,
  scope: SupervisorScope,
  settled: Settled,
): Promise<SettlementRow[]> =>
  db
    .select()
    .from(settlements)
    .where(and(eq(settlements.supervisorId, scope.supervisorId), of(settled)))
    .orderBy(desc(settlements.id))
    .limit(100)

/** Rows of one statement, because PostgreSQL takes 65,535 parameters. */
const BATCH = 1000

export async function insertSettlements(
  tx: Queryable,
  { supervisorId }: SupervisorScope,
  rows: readonly NewSettlement[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH).map((row) => ({ ...row, supervisorId }))
    await tx.insert(settlements).values(batch)
  }
}
