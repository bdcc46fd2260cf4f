import { and, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { LAST_STEP } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { EventRow, OperationRow } from '../rows.ts'
import { counted } from './events.ts'

export interface StepPercentile {
  operationType: EventRow['operationType']
  eventType: EventRow['eventType']
  samples: number
  p75Seconds: number
}

/** The 75th percentile (nearest rank) of the closed intervals of each step that began at or after `since`. */
export async function stepPercentiles(
  db: Queryable,
  scope: SupervisorScope,
  since: Date,
): Promise<StepPercentile[]> {
  return db
    .select({
      operationType: events.operationType,
      eventType: events.eventType,
      samples: sql<number>`count(*)::integer`,
      p75Seconds: sql<number>`percentile_disc(0.75) within group (order by ${events.duration})::integer`,
    })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, scope.supervisorId),
        counted(),
        gte(events.timestamp, since),
        isNotNull(events.duration),
        // Its duration is that of the whole trip.
        ne(events.eventType, LAST_STEP),
      ),
    )
    .groupBy(events.operationType, events.eventType)
}

/** Seconds of the newest `limit` closed intervals of an operation's present step since `since`, ascending. */
export async function stepLengths(
  db: Queryable,
  { supervisorId }: SupervisorScope,
  { operationType, newestEventType }: OperationRow,
  { since, limit }: { since: Date; limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .select({ duration: events.duration })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, supervisorId),
        counted(),
        gte(events.timestamp, since),
        eq(events.operationType, operationType),
        eq(events.eventType, newestEventType),
        isNotNull(events.duration),
      ),
    )
    .orderBy(desc(events.timestamp), desc(events.id))
    .limit(limit)
  return rows.flatMap(({ duration }) => duration ?? []).sort((a, b) => a - b)
}
