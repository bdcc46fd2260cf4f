import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { clients, places } from '../../../db/schema/places.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'

export type PlaceRow = typeof places.$inferSelect
export type ClientRow = typeof clients.$inferSelect

const own = (scope: SupervisorScope) => eq(places.supervisorId, scope.supervisorId)

const BY_NAME = [asc(sql`lower(${places.name})`), asc(places.id)]

/** All of them by name, retired ones too. */
export const listPlaces = (db: Queryable, scope: SupervisorScope): Promise<PlaceRow[]> =>
  db
    .select()
    .from(places)
    .where(own(scope))
    .orderBy(...BY_NAME)

/** Without their shapes, which are megabytes; in the same order. */
export const listPlaceNames = (
  db: Queryable,
  scope: SupervisorScope,
): Promise<Pick<PlaceRow, 'id' | 'name' | 'freeMinutes'>[]> =>
  db
    .select({ id: places.id, name: places.name, freeMinutes: places.freeMinutes })
    .from(places)
    .where(own(scope))
    .orderBy(...BY_NAME)

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
