import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../db/connect.ts'
import { settlements } from '../../../../db/schema/detention.ts'
import { evidencePacks, packReviews } from '../../../../db/schema/evidence.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import { type PackRow, type Subject, subjectOf } from '../queries.ts'

/** Who has corrections that were not looked at. */
export const supervisorsToReview = async (db: Queryable): Promise<number[]> =>
  (
    await db
      .selectDistinct({ supervisorId: packReviews.supervisorId })
      .from(packReviews)
      .orderBy(asc(packReviews.supervisorId))
  ).map(({ supervisorId }) => supervisorId)

/** The corrections of a supervisor that were not looked at, by operation key. */
export async function reviewsOf(db: Queryable, scope: SupervisorScope): Promise<Map<string, number[]>> {
  const rows = await db
    .select({ id: packReviews.id, operationKey: packReviews.operationKey })
    .from(packReviews)
    .where(eq(packReviews.supervisorId, scope.supervisorId))
    .orderBy(asc(packReviews.id))
  const reviews = new Map<string, number[]>()
  for (const { id, operationKey } of rows) {
    reviews.set(operationKey, [...(reviews.get(operationKey) ?? []), id])
  }
  return reviews
}

export async function deleteReviews(
  tx: Queryable,
  scope: SupervisorScope,
  ids: readonly number[],
): Promise<void> {
  await tx
    .delete(packReviews)
    .where(
      and(
        eq(packReviews.supervisorId, scope.supervisorId),
        sql`${packReviews.id} = any(${sql.param(ids)}::bigint[])`,
      ),
    )
}

/** What an operation was called and when it arrived, at any time: so it stands in packs. */
export interface Appearances {
  operationKey: string
  containerNumbers: readonly string[]
  /** ISO 8601. */
  arrivals: readonly string[]
  /** `yyyy-MM` */
  months: readonly string[]
}

const among = (values: readonly string[]) => sql`any(${sql.param(values)}::text[])`

const sent = (db: Queryable) =>
  db
    .selectDistinct({
      operationKey: evidencePacks.operationKey,
      clientId: evidencePacks.clientId,
      month: evidencePacks.month,
    })
    .from(settlements)
    .innerJoin(
      evidencePacks,
      and(eq(evidencePacks.id, settlements.packId), eq(evidencePacks.supervisorId, settlements.supervisorId)),
    )

const subjects = (rows: readonly Pick<PackRow, 'operationKey' | 'clientId' | 'month'>[]): Subject[] =>
  rows.map(subjectOf)

/** What was sent that says something of the operation: its own pack, and months in which it stands. */
export const sentWith = async (
  db: Queryable,
  scope: SupervisorScope,
  { operationKey, containerNumbers, arrivals, months }: Appearances,
): Promise<Subject[]> =>
  subjects(
    await sent(db).where(
      and(
        eq(settlements.supervisorId, scope.supervisorId),
        or(
          eq(evidencePacks.operationKey, operationKey),
          and(
            isNull(evidencePacks.operationKey),
            sql`${evidencePacks.month} = ${among(months)}`,
            // The content of a month names no operation key, because that would open the operation.
            sql`exists (
              select from jsonb_array_elements(${evidencePacks.content}::jsonb -> 'visits') as visit
              where visit ->> 'containerNumber' = ${among(containerNumbers)}
                and visit ->> 'arrivedAt' = ${among(arrivals)})`,
          ),
        ),
      ),
    ),
  )

/** Whether any version of the month's pack was sent. */
export async function wasMonthSent(
  db: Queryable,
  scope: SupervisorScope,
  { clientId, month }: { clientId: number; month: string },
): Promise<boolean> {
  const rows = await sent(db).where(
    and(
      eq(settlements.supervisorId, scope.supervisorId),
      isNull(evidencePacks.operationKey),
      eq(evidencePacks.clientId, clientId),
      eq(evidencePacks.month, month),
    ),
  )
  return rows.length > 0
}
