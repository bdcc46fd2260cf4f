import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Coordinates } from '#domain/geo/position'
import type { EventType } from '#domain/operation/steps'
import { PLACE_STEPS } from '#domain/place/grade'
import { METRES_PER_DEGREE } from '#domain/place/shape'
import type { Queryable } from '../../../../db/connect.ts'
import { containers, events } from '../../../../db/schema/record.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'

export interface PlacedStep extends Coordinates {
  id: number
  operationKey: string
  eventType: EventType
  placeId: number
  /** Given by the supervisor; null: that of the place. */
  clientId: number | null
  accuracy: number | null
}

/** A condition on `events` and `containers`. */
export type Which = SQL | undefined

export const ofActiveOperations: Which = eq(containers.isActive, true)

/**
 * Of the steps that happen at a place, the newest `limit` that lie outside of its core, a circle within the place: whether
 * they are outside of the place itself is to be judged.
 */
export async function stepsBeyond(
  db: Queryable,
  scope: SupervisorScope,
  cores: readonly { placeId: number; center: Coordinates; radiusMetres: number }[],
  { which, limit }: { which: Which; limit: number },
): Promise<PlacedStep[]> {
  const column = (values: readonly number[]) => sql`${sql.param(values)}::double precision[]`
  const rows = await db
    .select({
      id: events.id,
      operationKey: events.operationKey,
      eventType: events.eventType,
      placeId: sql<number>`core.place_id`.mapWith(Number),
      clientId: containers.clientId,
      lat: events.lat,
      lng: events.lng,
      accuracy: events.accuracy,
    })
    .from(events)
    .innerJoin(containers, eq(containers.operationKey, events.operationKey))
    .innerJoin(
      sql`unnest(
        ${column(cores.map(({ placeId }) => placeId))},
        ${column(cores.map(({ center }) => center.lat))},
        ${column(cores.map(({ center }) => center.lng))},
        ${column(cores.map(({ radiusMetres }) => radiusMetres))}
      ) as core (place_id, lat, lng, radius)`,
      sql`core.place_id = ${containers.placeId}`,
    )
    .where(
      and(
        eq(events.supervisorId, scope.supervisorId),
        eq(containers.supervisorId, scope.supervisorId),
        sql`${events.eventType} = any(${sql.param(PLACE_STEPS)}::text[])`,
        isNull(events.retractedBy),
        isNotNull(events.lat),
        which,
        // A little less than the radius, because the page measures on another plane.
        sql`power(core.lat - ${events.lat}, 2) + power((core.lng - ${events.lng}) * cos(radians(${events.lat})), 2)
          > power(core.radius * 0.99 / ${METRES_PER_DEGREE}::double precision, 2)`,
      ),
    )
    .orderBy(desc(events.timestamp), desc(events.id))
    .limit(limit)
  return rows.flatMap(({ lat, lng, ...row }) => (lat === null || lng === null ? [] : [{ ...row, lat, lng }]))
}
