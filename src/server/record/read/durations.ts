import { and, eq, gte, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { LAST_STEP } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { EventRow } from '../rows.ts'

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
        isNull(events.retractedBy),
        events.counts,
        gte(events.timestamp, since),
        isNotNull(events.duration),
        // Its duration is that of the whole trip.
        ne(events.eventType, LAST_STEP),
      ),
    )
    .groupBy(events.operationType, events.eventType)
}
