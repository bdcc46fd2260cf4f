import { and, asc, count, desc, eq, getTableColumns, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Coordinates } from '#domain/geo/position'
import { PARK_ARRIVAL } from '#domain/operation/steps'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { clients, places } from '../../../db/schema/places.ts'
import { containers, events } from '../../../db/schema/record.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'

export type PlaceRow = typeof places.$inferSelect
export type ClientRow = typeof clients.$inferSelect

const own = (scope: SupervisorScope) => eq(places.supervisorId, scope.supervisorId)

/** All of them by name, retired ones too. */
export const listPlaces = (db: Queryable, scope: SupervisorScope): Promise<PlaceRow[]> =>
  db
    .select()
    .from(places)
    .where(own(scope))
    .orderBy(asc(sql`lower(${places.name})`), asc(places.id))

/** Changes with every change of their rows (`xmin` is the transaction that wrote one). */
export async function placesVersion(db: Queryable, scope: SupervisorScope): Promise<string> {
  const version = sql<string>`coalesce(string_agg(${places.id} || ':' || "places"."xmin"::text, ',' order by ${places.id}), '')`
  const [row] = await db.select({ version }).from(places).where(own(scope))
  return row?.version ?? ''
}

export const listClients = (db: Queryable, scope: SupervisorScope): Promise<ClientRow[]> =>
  db
    .select()
    .from(clients)
    .where(eq(clients.supervisorId, scope.supervisorId))
    .orderBy(asc(sql`lower(${clients.name})`))

export const findPlace = (db: Queryable, scope: SupervisorScope, id: number): Promise<PlaceRow | null> =>
  first(
    db
      .select()
      .from(places)
      .where(and(own(scope), eq(places.id, id))),
  )

export const findClient = (db: Queryable, scope: SupervisorScope, id: number): Promise<ClientRow | null> =>
  first(
    db
      .select()
      .from(clients)
      .where(and(eq(clients.supervisorId, scope.supervisorId), eq(clients.id, id))),
  )

/** In use, and ever. */
export async function countPlaces(
  db: Queryable,
  scope: SupervisorScope,
): Promise<{ inUse: number; ever: number }> {
  const inUse = sql<number>`count(*) filter (where ${places.retiredAt} is null)`.mapWith(Number)
  const [row] = await db.select({ inUse, ever: count() }).from(places).where(own(scope))
  return row ?? { inUse: 0, ever: 0 }
}

export const countClients = (db: Queryable, { supervisorId }: SupervisorScope): Promise<number> =>
  db.$count(clients, eq(clients.supervisorId, supervisorId))

export type PlaceValues = Omit<PlaceRow, 'id' | 'supervisorId' | 'createdAt' | 'retiredAt'>

/** Throws a unique violation of `places_name`. */
export async function insertPlace(
  tx: Queryable,
  { supervisorId }: SupervisorScope,
  values: PlaceValues & { createdAt: Date },
): Promise<PlaceRow> {
  const [row] = await tx
    .insert(places)
    .values({ ...values, supervisorId })
    .returning()
  if (!row) throw new Error('an insert returned no row')
  return row
}

/** Of a place in use; null: there is none. Throws a unique violation of `places_name`. */
export const updatePlace = (
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
  values: PlaceValues | { retiredAt: Date },
): Promise<PlaceRow | null> =>
  first(
    tx
      .update(places)
      .set(values)
      .where(and(own(scope), eq(places.id, id), isNull(places.retiredAt)))
      .returning(),
  )

/** By name, as people spell it. */
export const findClientNamed = (
  db: Queryable,
  scope: SupervisorScope,
  name: string,
): Promise<ClientRow | null> =>
  first(
    db
      .select()
      .from(clients)
      .where(
        and(
          eq(clients.supervisorId, scope.supervisorId),
          eq(sql`lower(${clients.name})`, sql`lower(${name})`),
        ),
      ),
  )

export async function insertClient(
  tx: Queryable,
  { supervisorId }: SupervisorScope,
  values: { name: string; createdAt: Date },
): Promise<ClientRow> {
  const [row] = await tx
    .insert(clients)
    .values({ ...values, supervisorId })
    .returning()
  if (!row) throw new Error('an insert returned no row')
  return row
}

const arrivalsOf = (scope: SupervisorScope, since: Date) =>
  and(
    eq(events.supervisorId, scope.supervisorId),
    eq(events.eventType, PARK_ARRIVAL),
    isNull(events.retractedBy),
    events.counts,
    gte(events.timestamp, since),
    isNotNull(events.lat),
  )

/** Where drivers arrived since then, with fixes of at least this accuracy (metres); the newest `limit`. */
export async function arrivalPositions(
  db: Queryable,
  scope: SupervisorScope,
  { since, accuracy, limit }: { since: Date; accuracy: number; limit: number },
): Promise<Coordinates[]> {
  const rows = await db
    .select({ lat: events.lat, lng: events.lng })
    .from(events)
    .where(and(arrivalsOf(scope, since), or(isNull(events.accuracy), lte(events.accuracy, accuracy))))
    .orderBy(desc(events.timestamp))
    .limit(limit)
  return rows.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
}

const withoutPlace = and(isNull(containers.placeId), eq(containers.placeGiven, false))

export interface ArrivalWithoutPlace extends Coordinates {
  operationKey: string
  accuracy: number | null
}

/** The newest arrivals since then of operations that have no place. */
export async function arrivalsWithoutPlace(
  db: Queryable,
  scope: SupervisorScope,
  { since, limit }: { since: Date; limit: number },
): Promise<ArrivalWithoutPlace[]> {
  const rows = await db
    .select({
      operationKey: events.operationKey,
      lat: events.lat,
      lng: events.lng,
      accuracy: events.accuracy,
    })
    .from(events)
    .innerJoin(containers, eq(containers.operationKey, events.operationKey))
    .where(and(arrivalsOf(scope, since), withoutPlace))
    .orderBy(desc(events.timestamp))
    .limit(limit)
  return rows.flatMap(({ lat, lng, ...row }) => (lat === null || lng === null ? [] : [{ ...row, lat, lng }]))
}

/** An operation that was given a place that an arrival had not found. */
export interface Placed {
  operationKey: string
  userId: number
  isActive: boolean
  placeId: number | null
  clientId: number | null
}

/** Gives the place to those of these operations that still have none. Returns them. */
export const placeOperations = (
  tx: Queryable,
  scope: SupervisorScope,
  placeId: number,
  operationKeys: readonly string[],
): Promise<Placed[]> =>
  tx
    .update(containers)
    .set({ placeId })
    .where(
      and(
        eq(containers.supervisorId, scope.supervisorId),
        sql`${containers.operationKey} = any(${sql.param(operationKeys)}::text[])`,
        withoutPlace,
      ),
    )
    .returning({
      operationKey: containers.operationKey,
      userId: containers.userId,
      isActive: containers.isActive,
      placeId: containers.placeId,
      clientId: containers.clientId,
    })

/** Gives an active operation a place or a client. Null: it is not active, or not of this supervisor. */
export async function changeDestination(
  tx: Queryable,
  scope: SupervisorScope,
  operationKey: string,
  values: { placeId?: number | null; placeGiven?: boolean; clientId?: number | null },
) {
  const { chainHead: _, ...columns } = getTableColumns(containers)
  return first(
    tx
      .update(containers)
      .set(values)
      .where(
        and(
          eq(containers.operationKey, operationKey),
          eq(containers.supervisorId, scope.supervisorId),
          containers.isActive,
        ),
      )
      .returning(columns),
  )
}
