import { desc, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { containers, events } from '../../db/schema.ts'

export type OperationRow = typeof containers.$inferSelect
export type EventRow = typeof events.$inferSelect

/** By the operation key, which cannot be guessed: knowing it is the permission. */
export async function findByKey(db: Queryable, operationKey: string): Promise<OperationRow | null> {
  const [row] = await db.select().from(containers).where(eq(containers.operationKey, operationKey))
  return row ?? null
}

/** The newest operation of this container, active or ended. */
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

/** Newest first. */
export async function listEventsOf(db: Queryable, operation: OperationRow): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(eq(events.operationKey, operation.operationKey))
    .orderBy(desc(events.position))
}
