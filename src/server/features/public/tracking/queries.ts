import { and, eq, isNull } from 'drizzle-orm'
import type { LinkLevel } from '#domain/container/share-link'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { featureFlags } from '../../../db/schema/accounts.ts'
import { sharedLinks } from '../../../db/schema/desk.ts'
import { operationsOf } from '../../../record/read/operations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { openedBy } from '../links/queries.ts'

// A key or a token proves what may be seen: no SupervisorScope.
const operation = operationsOf('everybody')

/** The operation of this key, unless its default link was revoked. One statement for both, so that neither takes longer. */
export async function findByKey(db: Queryable, operationKey: string): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(operation)
    .leftJoin(sharedLinks, and(eq(sharedLinks.operationKey, operation.operationKey), sharedLinks.isDefault))
    .where(and(eq(operation.operationKey, operationKey), isNull(sharedLinks.revokedAt)))
  return row?.operation ?? null
}

/** An operation, by which further link, and what the plan of its supervisor was when it was stored. */
export interface Linked {
  operation: OperationRow
  shared_links: { id: number; level: LinkLevel; tellsArrival: boolean }
  feature_flags: typeof featureFlags.$inferSelect | null
}

/** By a further link, while it is valid. One statement for unknown, revoked and expired links. */
export const findByToken = (db: Queryable, token: string, now: Date): Promise<Linked | null> =>
  first(
    db
      .select()
      .from(sharedLinks)
      .innerJoin(operation, eq(operation.operationKey, sharedLinks.operationKey))
      .leftJoin(featureFlags, eq(featureFlags.userId, operation.supervisorId))
      .where(openedBy(token, now)),
  )
