import { and, desc, eq, gt, gte, isNotNull, isNull } from 'drizzle-orm'
import type { LinkLevel } from '#domain/container/share-link'
import type { Queryable } from '../../../db/connect.ts'
import { featureFlags } from '../../../db/schema/accounts.ts'
import { sharedLinks } from '../../../db/schema/desk.ts'
import { containers, events } from '../../../db/schema/record.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { tokenHash } from '../links/tokens.ts'

/** The operation of this key, unless its default link was revoked. One statement for both, so that neither takes longer. */
export async function findByKey(db: Queryable, operationKey: string): Promise<OperationRow | null> {
  const [row] = await db
    .select({ operation: containers })
    .from(containers)
    .leftJoin(sharedLinks, and(eq(sharedLinks.operationKey, containers.operationKey), sharedLinks.isDefault))
    .where(and(eq(containers.operationKey, operationKey), isNull(sharedLinks.revokedAt)))
  return row?.operation ?? null
}

/** An operation, by which further link, and what the plan of its supervisor was when it was stored. */
export interface Linked {
  operation: OperationRow
  link: { id: number; level: LinkLevel; tellsArrival: boolean }
  flags: typeof featureFlags.$inferSelect | null
}

/** By a further link, while it is valid. One statement for unknown, revoked and expired links. */
export async function findByToken(db: Queryable, token: string, now: Date): Promise<Linked | null> {
  const [row] = await db
    .select({
      operation: containers,
      link: { id: sharedLinks.id, level: sharedLinks.level, tellsArrival: sharedLinks.tellsArrival },
      flags: featureFlags,
    })
    .from(sharedLinks)
    .innerJoin(containers, eq(containers.operationKey, sharedLinks.operationKey))
    .leftJoin(featureFlags, eq(featureFlags.userId, containers.supervisorId))
    .where(
      and(
        eq(sharedLinks.tokenHash, tokenHash(token)),
        isNull(sharedLinks.revokedAt),
        gt(sharedLinks.expiresAt, now),
      ),
    )
  return row ?? null
}

/**
 * The newest operation of this container, active or ended. Only by the number that counts: the one that a driver mistyped
 * may be on another box, whose owner must not read this trip as theirs.
 */
export async function findNewestOfNumber(
  db: Queryable,
  containerNumber: string,
): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(eq(containers.containerNumber, containerNumber))
    .orderBy(desc(containers.startedAt), desc(containers.id))
    .limit(1)
  return row ?? null
}

/** More samples do not move a quartile. */
const MOST_SAMPLES = 500

/** Seconds of the newest closed intervals of this step since `since`, ascending. */
export async function readLengths(
  db: Queryable,
  { supervisorId }: SupervisorScope,
  { operationType, newestEventType }: OperationRow,
  since: Date,
): Promise<readonly number[]> {
  const rows = await db
    .select({ duration: events.duration })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, supervisorId),
        isNull(events.retractedBy),
        events.counts,
        gte(events.timestamp, since),
        eq(events.operationType, operationType),
        eq(events.eventType, newestEventType),
        isNotNull(events.duration),
      ),
    )
    .orderBy(desc(events.timestamp), desc(events.id))
    .limit(MOST_SAMPLES)
  return rows.flatMap(({ duration }) => duration ?? []).sort((a, b) => a - b)
}
