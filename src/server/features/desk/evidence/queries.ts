import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { users } from '../../../db/schema/accounts.ts'
import { evidencePacks } from '../../../db/schema/evidence.ts'
import { places } from '../../../db/schema/places.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'

const { content: CONTENT, ...COLUMNS } = getTableColumns(evidencePacks)

/** How the content of a month begins: its keys are in the order of their names. Nothing else would be JSON. */
const OPENING = String.raw`^\{"centavos":-?\d+,"client":("(?:[^"\\[:cntrl:]]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*")`
/** Longer than any such opening, and read without the rest. */
const OPENING_LENGTH = 2_000

/** All of a pack but its content, which is megabytes for a large month. */
export const PACK = {
  ...COLUMNS,
  /** What people call it, as the content says. */
  name: sql<string>`case when ${COLUMNS.operationKey} is not null then substring(${CONTENT} from '"containerNumber":"([^"]*)"')
    else concat_ws(' ', substring(left(${CONTENT}, ${OPENING_LENGTH}) from ${OPENING})::json #>> '{}', ${COLUMNS.month}) end`,
}

export type PackRow = Omit<typeof evidencePacks.$inferSelect, 'content'> & { name: string }

/** Whether what is stored is still what was issued. The database says it: the content stays there. */
export async function isUnchanged(db: Queryable, pack: PackRow): Promise<boolean> {
  const hash = sql<string>`encode(sha256(convert_to(${CONTENT}, 'UTF8')), 'hex')`
  const isIssued = sql<boolean>`${hash} = ${COLUMNS.hash}`
  const found = await first(db.select({ isIssued }).from(evidencePacks).where(thisPack(pack)))
  return found?.isIssued ?? false
}

const thisPack = ({ id, supervisorId }: PackRow): SQL | undefined =>
  and(eq(evidencePacks.id, id), eq(evidencePacks.supervisorId, supervisorId))

/** The text that the hash is of. */
export const contentTextOf = async (db: Queryable, pack: PackRow): Promise<string> =>
  (await first(db.select({ text: CONTENT }).from(evidencePacks).where(thisPack(pack))))?.text ?? ''

/** What a pack is of. */
export type Subject = { operationKey: string } | { clientId: number; month: string }

export function ofSubject(subject: Subject): SQL | undefined {
  return 'operationKey' in subject
    ? eq(evidencePacks.operationKey, subject.operationKey)
    : and(
        isNull(evidencePacks.operationKey),
        eq(evidencePacks.clientId, subject.clientId),
        eq(evidencePacks.month, subject.month),
      )
}

export const newestPack = (
  db: Queryable,
  scope: SupervisorScope,
  subject: Subject,
): Promise<PackRow | null> =>
  first(
    db
      .select(PACK)
      .from(evidencePacks)
      .where(and(eq(evidencePacks.supervisorId, scope.supervisorId), ofSubject(subject)))
      .orderBy(desc(evidencePacks.version))
      .limit(1),
  )

export async function insertPack(
  tx: Queryable,
  scope: SupervisorScope,
  pack: Subject &
    Pick<typeof evidencePacks.$inferInsert, 'hash' | 'version' | 'content' | 'issuedAt' | 'renews'>,
): Promise<PackRow> {
  const [row] = await tx
    .insert(evidencePacks)
    .values({ ...pack, supervisorId: scope.supervisorId })
    .returning(PACK)
  if (!row) throw new Error('an insert returned no row')
  return row
}

export const findPack = (db: Queryable, scope: SupervisorScope, hash: string): Promise<PackRow | null> =>
  first(
    db
      .select(PACK)
      .from(evidencePacks)
      .where(and(eq(evidencePacks.hash, hash), eq(evidencePacks.supervisorId, scope.supervisorId))),
  )

/** For a stranger who has the hash. */
export const findIssued = (db: Queryable, hash: string): Promise<PackRow | null> =>
  first(db.select(PACK).from(evidencePacks).where(eq(evidencePacks.hash, hash)))

export const subjectOf = ({
  operationKey,
  clientId,
  month,
}: Pick<PackRow, 'operationKey' | 'clientId' | 'month'>): Subject =>
  operationKey === null ? { clientId: clientId ?? 0, month: month ?? '' } : { operationKey }

/** Whether no newer version of the pack was issued. */
export async function isNewest(db: Queryable, pack: PackRow): Promise<boolean> {
  const newer = await db.$count(
    evidencePacks,
    and(
      eq(evidencePacks.supervisorId, pack.supervisorId),
      ofSubject(subjectOf(pack)),
      gt(evidencePacks.version, pack.version),
    ),
  )
  return newer === 0
}

export const supervisorName = async (db: Queryable, { supervisorId }: SupervisorScope): Promise<string> =>
  (await first(db.select({ name: users.displayName }).from(users).where(eq(users.id, supervisorId))))?.name ??
  ''

/** The supervisor's own address; null: there is none that was proven. */
export const provenEmailOf = async (
  db: Queryable,
  { supervisorId }: SupervisorScope,
): Promise<string | null> =>
  (
    await first(
      db
        .select({ email: users.email })
        .from(users)
        .where(and(eq(users.id, supervisorId), isNotNull(users.emailConfirmedAt))),
    )
  )?.email ?? null

/** The place with all that a pack says of it, and its shape for the grades. */
export const placeOf = (
  db: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<typeof places.$inferSelect | null> =>
  first(
    db
      .select()
      .from(places)
      .where(and(eq(places.id, id), eq(places.supervisorId, scope.supervisorId))),
  )
