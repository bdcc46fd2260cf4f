import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Coordinates } from '#domain/geo/position'
import { type EventType, PARK_ACCESS, PARK_ARRIVAL, PARK_EXIT, type StepType } from '#domain/operation/steps'
import { PLACE_STEPS } from '#domain/place/grade'
import { METRES_PER_DEGREE } from '#domain/place/shape'
import type { Period } from '#domain/time/zone'
import type { Queryable } from '../../db/connect.ts'
import { first } from '../../db/first.ts'
import { rowsInTurns } from '../../db/rows-in-turns.ts'
import { clients, places } from '../../db/schema/places.ts'
import { containers, events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted, listed } from './events.ts'
import { ofOwner, type Whose } from './operations.ts'

/** The place of an operation. */
const ITS_PLACE = and(eq(places.id, containers.placeId), eq(places.supervisorId, containers.supervisorId))
/** The client that counts: the supervisor's own choice, else that of the place. */
const CLIENT_ID = sql`coalesce(${containers.clientId}, ${places.clientId})`
const ITS_CLIENT = and(eq(clients.id, CLIENT_ID), eq(clients.supervisorId, containers.supervisorId))

/**
 * Operations as `visit`, to join or to read from: their own columns, and null when there is none, `place_id`, `place`,
 * `time_zone` and `free_minutes` of their place, `client_id` and `client`, the client that counts.
 */
export const visitsOf = (whose: Whose) =>
  new QueryBuilder()
    .select({
      id: containers.id,
      operationKey: containers.operationKey,
      containerNumber: containers.containerNumber,
      username: containers.username,
      supervisorId: containers.supervisorId,
      version: containers.version,
      startedAt: containers.startedAt,
      isActive: containers.isActive,
      placeId: sql`${places.id}`.as('place_id'),
      place: sql`${places.name}`.as('place'),
      timeZone: places.timeZone,
      freeMinutes: places.freeMinutes,
      clientId: CLIENT_ID.as('client_id'),
      client: sql`${clients.name}`.as('client'),
    })
    .from(containers)
    .leftJoin(places, ITS_PLACE)
    .leftJoin(clients, ITS_CLIENT)
    .where(ofOwner(whose))
    .as('visit')

const arrival = alias(events, 'arrival')
const access = alias(events, 'access')
const exit = alias(events, 'exit')

const ofVisit = (event: typeof arrival | typeof access | typeof exit, step: StepType) =>
  and(eq(event.operationKey, containers.operationKey), eq(event.eventType, step), counted(event))

/** Operations that arrived, with the times that count, place and client; in the order of their arrival. */
function visits(db: Queryable, scope: SupervisorScope, which: SQL | undefined) {
  return db
    .select({
      operationKey: containers.operationKey,
      containerNumber: containers.containerNumber,
      operationType: containers.operationType,
      displayName: containers.displayName,
      isActive: containers.isActive,
      cancelledAt: containers.cancelledAt,
      arrivedAt: arrival.timestamp,
      accessAt: access.timestamp,
      exitAt: exit.timestamp,
      place: { id: places.id, name: places.name, timeZone: places.timeZone, freeMinutes: places.freeMinutes },
      client: { id: clients.id, name: clients.name },
    })
    .from(containers)
    .innerJoin(arrival, ofVisit(arrival, PARK_ARRIVAL))
    .leftJoin(access, ofVisit(access, PARK_ACCESS))
    .leftJoin(exit, ofVisit(exit, PARK_EXIT))
    .leftJoin(places, ITS_PLACE)
    .leftJoin(clients, ITS_CLIENT)
    .where(and(ofOwner(scope), which))
    .orderBy(asc(arrival.timestamp), asc(containers.id))
}

export type VisitRow = Awaited<ReturnType<typeof visits>>[number]

export const visitsUnderWay = (db: Queryable, scope: SupervisorScope): Promise<VisitRow[]> =>
  visits(db, scope, and(containers.isActive, isNull(exit.id)))

export const visitOfOperation = (
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<VisitRow | null> => first(visits(db, scope, eq(containers.operationKey, operationKey)))

/** Those of the operations that arrived. */
export const visitsOfOperations = (
  db: Queryable,
  scope: SupervisorScope,
  operationKeys: string[],
): Promise<VisitRow[]> => visits(db, scope, inArray(containers.operationKey, operationKeys))

/** Those that arrived in the period; `clientId`: of one client. */
export const visitsOfPeriod = (
  db: Queryable,
  scope: SupervisorScope,
  { from, to }: Period,
  clientId?: number,
): Promise<VisitRow[]> =>
  visits(
    db,
    scope,
    and(
      eq(arrival.supervisorId, scope.supervisorId),
      gte(arrival.timestamp, new Date(from)),
      lt(arrival.timestamp, new Date(to)),
      clientId === undefined ? undefined : eq(clients.id, clientId),
    ),
  )

/** A condition on `events` and `containers`. */
export type Which = SQL | undefined

/** Of operations in progress. */
export const ofActiveOperations: Which = eq(containers.isActive, true)

export interface ArrivalPosition extends Coordinates {
  operationKey: string
  /** Metres. */
  accuracy: number | null
}

/** Named as the field of the row. */
const named = <Name extends string>(column: SQLWrapper, name: Name) => ({ [name]: sql`${column}`.as(name) })

const POSITION = {
  ...named(events.operationKey, 'operationKey'),
  ...named(events.lat, 'lat'),
  ...named(events.lng, 'lng'),
  ...named(events.accuracy, 'accuracy'),
}

/** With fixes of at least this accuracy, in metres. */
export const accurateTo = (metres: number): Which => or(isNull(events.accuracy), lte(events.accuracy, metres))

/** Of operations that were given no place, and whose arrival found none. */
export const ofNoPlace: Which = sql`exists (
  select from ${containers} where ${containers.operationKey} = ${events.operationKey}
    and ${containers.placeId} is null and not ${containers.placeGiven})`

/** Where drivers arrived since then; the newest `limit` of those. */
export async function arrivalPositions(
  db: Queryable,
  scope: SupervisorScope,
  { since, which, limit }: { since: Date; which: Which; limit: number },
): Promise<ArrivalPosition[]> {
  const query = db
    .select(POSITION)
    .from(events)
    .where(
      and(
        eq(events.supervisorId, scope.supervisorId),
        eq(events.eventType, PARK_ARRIVAL),
        counted(),
        gte(events.timestamp, since),
        isNotNull(events.lat),
        isNotNull(events.lng),
        which,
      ),
    )
    .orderBy(desc(events.timestamp))
    .limit(limit)
  return rowsInTurns<ArrivalPosition>(db, scope, query)
}

export interface PlacedStep extends ArrivalPosition {
  id: number
  eventType: EventType
  placeId: number
  /** Given by the supervisor; null: that of the place. */
  clientId: number | null
}

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
  const query = db
    .select({
      ...POSITION,
      ...named(sql`${events.id}::double precision`, 'id'),
      ...named(events.eventType, 'eventType'),
      ...named(sql`core.place_id`, 'placeId'),
      ...named(containers.clientId, 'clientId'),
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
        listed(),
        isNotNull(events.lat),
        isNotNull(events.lng),
        which,
        // A little less than the radius, because the page measures on another plane.
        sql`power(core.lat - ${events.lat}, 2) + power((core.lng - ${events.lng}) * cos(radians(${events.lat})), 2)
          > power(core.radius * 0.99 / ${METRES_PER_DEGREE}::double precision, 2)`,
      ),
    )
    .orderBy(desc(events.timestamp), desc(events.id))
    .limit(limit)
  return rowsInTurns<PlacedStep>(db, scope, query)
}
