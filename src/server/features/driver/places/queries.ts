import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { clients, places } from '../../../db/schema/places.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { createKnownVersions } from './known-versions.ts'

export type PlaceRow = typeof places.$inferSelect
export type ClientRow = typeof clients.$inferSelect

/** 200 polygons of 500 points are 4.5 MB of JSON, and a large company has them read several times a second. */
const knownPlaces = createKnownVersions<PlaceRow>(1_000_000, ({ shape }) =>
  shape.type === 'polygon' ? shape.points.length : 1,
)

const own = (scope: SupervisorScope) => eq(places.supervisorId, scope.supervisorId)

const BY_NAME = [asc(sql`lower(${places.name})`), asc(places.id)]

/** The version of a row: the transaction that wrote it and its place in the table. Another database, or a restart, has others. */
const VERSION = sql<string>`concat_ws(' ', current_database(), pg_postmaster_start_time(), "places"."xmin", "places"."ctid")`

/** All of them by name, retired ones too. Reads only the rows whose version is not in memory. */
export async function listPlaces(db: Queryable, scope: SupervisorScope): Promise<PlaceRow[]> {
  const newest = await db
    .select({ id: places.id, version: VERSION })
    .from(places)
    .where(own(scope))
    .orderBy(...BY_NAME)
  const rows = new Map(newest.map(({ id, version }) => [id, knownPlaces.get(version)]))
  const missing = newest.filter(({ id }) => !rows.get(id)).map(({ id }) => id)
  const read =
    missing.length === 0
      ? []
      : await db
          .select({ version: VERSION, row: places })
          .from(places)
          .where(and(own(scope), inArray(places.id, missing)))
  for (const { version, row } of read) {
    knownPlaces.set(version, row)
    rows.set(row.id, row)
  }
  // One may have been removed in between.
  return [...rows.values()].filter((row) => row !== undefined)
}

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
