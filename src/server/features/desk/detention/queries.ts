import { and, asc, desc, eq, gte, isNull, lt, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { PARK_ACCESS, PARK_ARRIVAL, PARK_EXIT, type StepType } from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { contracts } from '../../../db/schema/detention.ts'
import { clients, places } from '../../../db/schema/places.ts'
import { containers, events } from '../../../db/schema/record.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'

export type ContractRow = typeof contracts.$inferSelect
export type ContractColumns = Omit<ContractRow, 'id' | 'supervisorId' | 'createdAt'>

/** Newest validity first. */
export const listContracts = (db: Queryable, scope: SupervisorScope): Promise<ContractRow[]> =>
  db
    .select()
    .from(contracts)
    .where(eq(contracts.supervisorId, scope.supervisorId))
    .orderBy(desc(contracts.validFrom), asc(contracts.id))

/** Locked until the transaction ends. */
export const holdContract = (
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<ContractRow | null> =>
  first(
    tx
      .select()
      .from(contracts)
      .where(and(eq(contracts.id, id), eq(contracts.supervisorId, scope.supervisorId)))
      .for('update'),
  )

export const countContracts = (tx: Queryable, scope: SupervisorScope): Promise<number> =>
  tx.$count(contracts, eq(contracts.supervisorId, scope.supervisorId))

export async function insertContract(
  tx: Queryable,
  scope: SupervisorScope,
  contract: ContractColumns & { createdAt: Date },
): Promise<ContractRow> {
  const [row] = await tx
    .insert(contracts)
    .values({ ...contract, supervisorId: scope.supervisorId })
    .returning()
  if (!row) throw new Error('an insert returned no row')
  return row
}

export async function changeContract(
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
  contract: ContractColumns,
): Promise<ContractRow> {
  const [row] = await tx
    .update(contracts)
    .set(contract)
    .where(and(eq(contracts.id, id), eq(contracts.supervisorId, scope.supervisorId)))
    .returning()
  if (!row) throw new Error('a held row was gone')
  return row
}

const arrival = alias(events, 'arrival')
const access = alias(events, 'access')
const exit = alias(events, 'exit')
const placeClient = alias(clients, 'place_client')

const countsOf = (event: typeof arrival | typeof access | typeof exit, step: StepType) =>
  and(
    eq(event.operationKey, containers.operationKey),
    eq(event.eventType, step),
    isNull(event.retractedBy),
    event.counts,
  )

/** Operations that arrived, with their effective times, place and client; in the order of their arrival. */
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
      ownClient: { id: clients.id, name: clients.name },
      placeClient: { id: placeClient.id, name: placeClient.name },
    })
    .from(containers)
    .innerJoin(arrival, countsOf(arrival, PARK_ARRIVAL))
    .leftJoin(access, countsOf(access, PARK_ACCESS))
    .leftJoin(exit, countsOf(exit, PARK_EXIT))
    .leftJoin(places, eq(places.id, containers.placeId))
    .leftJoin(clients, eq(clients.id, containers.clientId))
    .leftJoin(placeClient, eq(placeClient.id, places.clientId))
    .where(and(eq(containers.supervisorId, scope.supervisorId), which))
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

/** Those that arrived in the period. */
export const visitsOfPeriod = (
  db: Queryable,
  scope: SupervisorScope,
  { from, to }: Period,
): Promise<VisitRow[]> =>
  visits(
    db,
    scope,
    and(
      eq(arrival.supervisorId, scope.supervisorId),
      gte(arrival.timestamp, new Date(from)),
      lt(arrival.timestamp, new Date(to)),
    ),
  )
