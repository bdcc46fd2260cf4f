import type { DestinationRequest } from '#contract/http/driver/places'
import { PARK_ARRIVAL } from '#domain/operation/steps'
import { nearestPlace } from '#domain/place/nearest'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { listEvents } from '../../../record/read/events.ts'
import { findOperationInScope } from '../../../record/read/operations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { changeDestination } from '../../../record/write/destination.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { findClient, findPlace, listPlaces, type PlaceRow } from '../places/queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'bus'>

/**
 * Gives an active operation a place or a client. Published after the commit. Throws 404 for an operation, place or client
 * that is not the supervisor's, and 409 for an operation that has ended.
 */
export async function giveDestination(
  { database, clock, bus }: Deps,
  scope: SupervisorScope,
  operationKey: string,
  { placeId, clientId }: DestinationRequest,
  trace: Trace,
): Promise<OperationRow> {
  const now = clock.now()
  const moved = await database.orm.transaction(async (tx) => {
    const before = await findOperationInScope(tx, scope, operationKey)
    if (!before) throw notFound(say('operation_not_found'))
    const after = await changeDestination(tx, scope, operationKey, {
      ...(placeId === undefined ? {} : await placeColumns(tx, scope, before, placeId)),
      ...(clientId === undefined ? {} : { clientId: await ownClient(tx, scope, clientId) }),
    })
    if (!after) throw new Problem(409, 'not_next', say('operation_ended'))
    await recordAudit(tx, trace, now, {
      action: 'destination_changed',
      target: after.containerNumber,
      before: await traced(tx, scope, before),
      after: await traced(tx, scope, after),
    })
    return after
  })
  bus.publish({
    kind: 'destination_changed',
    supervisorId: scope.supervisorId,
    userId: moved.userId,
    operation: {
      operationKey,
      placeId: moved.placeId,
      placeGiven: moved.placeGiven,
      clientId: moved.clientId,
    },
  })
  return moved
}

async function placeColumns(
  tx: Queryable,
  scope: SupervisorScope,
  operation: OperationRow,
  placeId: number | null,
): Promise<Pick<OperationRow, 'placeId' | 'placeGiven'>> {
  if (placeId !== null) return { placeId: (await placeInUse(tx, scope, placeId)).id, placeGiven: true }
  const arrival = (await listEvents(tx, operation)).find(({ eventType }) => eventType === PARK_ARRIVAL)
  if (arrival?.lat == null || arrival.lng === null) return { placeId: null, placeGiven: false }
  const inUse = (await listPlaces(tx, scope)).filter(({ retiredAt }) => retiredAt === null)
  const { lat, lng, accuracy } = arrival
  return { placeId: nearestPlace(inUse, { lat, lng }, accuracy)?.id ?? null, placeGiven: false }
}

async function placeInUse(tx: Queryable, scope: SupervisorScope, id: number): Promise<PlaceRow> {
  const place = await findPlace(tx, scope, id)
  if (!place || place.retiredAt !== null) throw notFound(say('place_not_found'))
  return place
}

async function ownClient(tx: Queryable, scope: SupervisorScope, id: number | null): Promise<number | null> {
  if (id !== null && !(await findClient(tx, scope, id))) throw notFound(say('client_not_found'))
  return id
}

/** By name: an id tells a reader of the audit log nothing. */
async function traced(tx: Queryable, scope: SupervisorScope, { placeId, clientId }: OperationRow) {
  const place = placeId === null ? null : await findPlace(tx, scope, placeId)
  const client = clientId === null ? null : await findClient(tx, scope, clientId)
  return { place: place?.name ?? null, client: client?.name ?? null }
}
