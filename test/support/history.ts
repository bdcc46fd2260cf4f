import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { operationKey } from '#domain/container/operation-key'
import type { Coordinates } from '#domain/geo/position'
import { replay } from '#domain/operation/replay'
import { isActive } from '#domain/operation/state'
import type { EventType, OperationType } from '#domain/operation/steps'
import type { Database } from '#server/db/connect'
import { containers, eventCounters, events } from '#server/db/schema/record'

/** One event of a trip as it happened; `at` in epoch milliseconds. */
export interface TripEvent {
  type: EventType
  at: number
  coordinates?: Coordinates | null
  location?: string | null
}

/** One operation with its events, oldest first. `operatorId` needs no account: history outlives accounts. */
export interface Trip {
  supervisorId: number | null
  operatorId: number
  username?: string
  operationType: OperationType
  containerNumber: string
  /** Made when absent. */
  operationKey?: string
  events: readonly TripEvent[]
}

export type StoredTrip = Trip & { operationKey: string }

let tokens = 0
let boxes = 1_000_000

/** A container number that no other trip of the test file has. */
export const nextContainerNumber = (): string => `MSKU${boxes++}`

/**
 * Writes whole trips as the product would have written them one press at a time: states replayed by the domain,
 * intervals closed, numbers without holes. For histories that reach back further than a standing clock.
 */
export async function insertTrips(database: Database, trips: readonly Trip[]): Promise<StoredTrip[]> {
  const stored = trips.map((trip) => ({
    ...trip,
    operationKey:
      trip.operationKey ?? operationKey(trip.containerNumber, `history${String(tokens++).padStart(12, '0')}`),
  }))
  await database.orm.transaction(async (tx) => {
    for (const some of chunks(stored.map(containerRow))) await tx.insert(containers).values(some)
    const rows = stored.flatMap(eventRows).sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime())
    const tenants = new Set(rows.map(tenantOf))
    const last = new Map<number, number>()
    for (const tenantId of tenants) {
      const count = rows.filter((row) => tenantOf(row) === tenantId).length
      const [counter] = await tx
        .insert(eventCounters)
        .values({ tenantId, lastSeq: count })
        .onConflictDoUpdate({
          target: eventCounters.tenantId,
          set: { lastSeq: sql`${eventCounters.lastSeq} + ${count}` },
        })
        .returning()
      last.set(tenantId, (counter?.lastSeq ?? count) - count)
    }
    const numbered = rows.map((row) => {
      const seq = (last.get(tenantOf(row)) ?? 0) + 1
      last.set(tenantOf(row), seq)
      return { ...row, seq }
    })
    for (const some of chunks(numbered)) await tx.insert(events).values(some)
  })
  return stored
}

/** Few enough for the parameters of one statement. */
const chunks = <T>(rows: readonly T[], size = 1000): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))

const tenantOf = (row: { supervisorId: number | null; userId: number }): number =>
  row.supervisorId ?? row.userId

const identityOf = (trip: StoredTrip) => ({
  operationKey: trip.operationKey,
  containerNumber: trip.containerNumber,
  userId: trip.operatorId,
  username: trip.username ?? `operador${trip.operatorId}`,
  supervisorId: trip.supervisorId,
  operationType: trip.operationType,
})

const stateOf = (trip: StoredTrip) => {
  const state = replay(
    trip.events.map(({ type, at }) => ({ type, operationType: trip.operationType, occurredAt: at })),
  )
  if (!state) throw new Error('A trip begins with its start.')
  return state
}

function containerRow(trip: StoredTrip) {
  const state = stateOf(trip)
  const newest = trip.events.findLast((e) => e.coordinates)
  return {
    ...identityOf(trip),
    displayName: `Nombre de ${trip.username ?? trip.operatorId}`,
    newestEventType: state.newestEventType,
    newestStepType: state.newestStepType,
    newestStepAt: new Date(state.newestStepAt),
    startedAt: new Date(state.startedAt),
    newestEventAt: new Date(state.newestEventAt),
    version: state.version,
    newestPosition: state.version,
    isActive: isActive(state),
    lat: newest?.coordinates?.lat ?? null,
    lng: newest?.coordinates?.lng ?? null,
    location: newest?.location ?? null,
  }
}

function eventRows(trip: StoredTrip) {
  return trip.events.map((event, index) => {
    return {
      ...identityOf(trip),
      eventId: randomUUID(),
      eventType: event.type,
      position: index + 1,
      timestamp: new Date(event.at),
      recordedAt: new Date(event.at),
      location: event.location ?? null,
      lat: event.coordinates?.lat ?? null,
      lng: event.coordinates?.lng ?? null,
    }
  })
}
