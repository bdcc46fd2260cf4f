import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { events } from '../../db/schema.ts'
import type { SupervisorScope } from '../../http/scope.ts'

export type EventRow = typeof events.$inferSelect

/** Everything after a sequence number, oldest first. */
export async function eventsAfter(
  db: Queryable,
  scope: SupervisorScope,
  after: number,
  limit: number,
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(and(eq(events.supervisorId, scope.supervisorId), gt(events.seq, after)))
    .orderBy(asc(events.seq))
    .limit(limit)
}

export async function newestEvents(
  db: Queryable,
  scope: SupervisorScope,
  limit: number,
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(eq(events.supervisorId, scope.supervisorId))
    .orderBy(desc(events.seq))
    .limit(limit)
}
