import type { PlaceInput } from '#contract/http/driver/places'
import { nearestPlace } from '#domain/place/nearest'
import { PLACE_HISTORY_DAYS } from '#domain/place/place'
import { type PlaceSuggestion, SUGGEST_ACCURACY, suggestPlaces } from '#domain/place/suggest'
import { inTurns } from '../../../adapters/thread/in-turns.ts'
import type { Queryable } from '../../../db/connect.ts'
import { brokenUnique } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { accurateTo, arrivalPositions, ofActiveOperations, ofNoPlace } from '../../../record/read/visits.ts'
import { type Placed, placeOperations } from '../../../record/write/destination.ts'
import { say } from '../../../text/messages.ts'
import { differenceOf, recordAudit } from '../../base/audit/service.ts'
import { lockTenant, refuseFull, type TenantLock } from '../../people/accounts/limits.ts'
import { type OutsideStep, outsideSteps } from './outside/steps.ts'
import { portableOf, tracedPlace } from './present.ts'
import {
  type ClientRow,
  countClients,
  countPlaces,
  findClient,
  findClientNamed,
  findPlace,
  insertClient,
  insertPlace,
  listPlaces,
  type PlaceRow,
  type PlaceValues,
  updatePlace,
} from './queries.ts'

export type PlaceDeps = Pick<AppDeps, 'database' | 'clock' | 'bus' | 'config'>

const DAY_MS = 24 * 60 * 60 * 1000
/** Arrivals that are read at once; the newest of the last 90 days. */
const ARRIVALS = 20_000

const historySince = (now: number): Date => new Date(now - PLACE_HISTORY_DAYS * DAY_MS)

/** Throws 409 when the name is taken, or the supervisor has as many places, or clients, as they may have. */
export async function createPlace(
  deps: PlaceDeps,
  scope: SupervisorScope,
  input: PlaceInput,
  trace: Trace,
): Promise<{ place: PlaceRow; operations: number }> {
  const now = deps.clock.now()
  const { place, placed } = await inTurn(deps, scope, async (tx, lock) => {
    const place = await addPlace(tx, lock, scope, await valuesOf(tx, lock, deps, scope, input), now)
    await recordAudit(tx, trace, now, {
      action: 'place_created',
      target: place.name,
      targetId: place.id,
      after: await traced(tx, scope, place),
    })
    return { place, placed: await giveToEarlier(tx, scope, [place], now) }
  })
  announce(deps, scope, placed)
  return { place, operations: placed.length }
}

/** Throws 404 for a place that is not in use, and 409 as `createPlace`. Operations keep the place that they have. */
export async function changePlace(
  deps: PlaceDeps,
  scope: SupervisorScope,
  id: number,
  input: PlaceInput,
  trace: Trace,
): Promise<PlaceRow> {
  const now = deps.clock.now()
  const place = await inTurn(deps, scope, async (tx, lock) => {
    const before = await findPlace(tx, scope, id)
    if (!before) throw notFound(say('place_not_found'))
    const values = await valuesOf(tx, lock, deps, scope, input)
    const after = await nameFree(values.name, () => updatePlace(tx, scope, id, values))
    if (!after) throw notFound(say('place_not_found'))
    const difference = differenceOf(await traced(tx, scope, before), await traced(tx, scope, after))
    if (difference) {
      await recordAudit(tx, trace, now, {
        action: 'place_changed',
        target: after.name,
        targetId: id,
        ...difference,
      })
    }
    return after
  })
  announce(deps, scope, [])
  return place
}

/** Throws 404 for a place that is not in use. */
export async function retirePlace(
  deps: PlaceDeps,
  scope: SupervisorScope,
  id: number,
  trace: Trace,
): Promise<void> {
  const now = deps.clock.now()
  await inTurn(deps, scope, async (tx) => {
    const place = await updatePlace(tx, scope, id, { retiredAt: new Date(now) })
    if (!place) throw notFound(say('place_not_found'))
    await recordAudit(tx, trace, now, { action: 'place_retired', target: place.name, targetId: id })
  })
  announce(deps, scope, [])
}

/** Adds these places, and changes those in use that have the same name. All of them or none. */
export async function importPlaces(
  deps: PlaceDeps,
  scope: SupervisorScope,
  inputs: readonly PlaceInput[],
  trace: Trace,
): Promise<{ created: number; changed: number }> {
  const now = deps.clock.now()
  const { created, changed, placed } = await inTurn(deps, scope, async (tx, lock) => {
    const inUse = (await listPlaces(tx, scope)).filter(({ retiredAt }) => retiredAt === null)
    const byName = new Map(inUse.map((place) => [place.name.toLowerCase(), place.id]))
    const created: PlaceRow[] = []
    for (const input of inputs) {
      const values = await valuesOf(tx, lock, deps, scope, input)
      const id = byName.get(input.name.toLowerCase())
      if (id === undefined) created.push(await addPlace(tx, lock, scope, values, now))
      else await updatePlace(tx, scope, id, values)
    }
    const counts = { created: created.length, changed: inputs.length - created.length }
    await recordAudit(tx, trace, now, { action: 'places_imported', after: counts })
    return { ...counts, placed: await giveToEarlier(tx, scope, created, now) }
  })
  announce(deps, scope, placed)
  return { created, changed }
}

/** Where trucks usually arrive and no place in use is. */
export async function suggested(
  { database: { orm }, clock }: PlaceDeps,
  scope: SupervisorScope,
): Promise<PlaceSuggestion[]> {
  const since = historySince(clock.now())
  const arrivals = await arrivalPositions(orm, scope, {
    since,
    which: accurateTo(SUGGEST_ACCURACY),
    limit: ARRIVALS,
  })
  const kept = (await listPlaces(orm, scope)).filter(({ retiredAt }) => retiredAt === null)
  const shapes = kept.map(({ shape }) => shape)
  return inTurns(scope, suggestPlaces(arrivals, shapes))
}

/** The newest step outside its place of each active operation that has one. */
export async function activeOutside(
  { database: { orm } }: PlaceDeps,
  scope: SupervisorScope,
): Promise<OutsideStep[]> {
  const places = new Map((await listPlaces(orm, scope)).map((place) => [place.id, place]))
  const newestFirst = await outsideSteps(orm, scope, places, ofActiveOperations)
  return [...new Map(newestFirst.reverse().map((step) => [step.operationKey, step])).values()]
}

/** A change of a supervisor's places, one at a time: the limits are counted under the lock. */
async function inTurn<T>(
  { database }: PlaceDeps,
  scope: SupervisorScope,
  work: (tx: Queryable, lock: TenantLock) => Promise<T>,
): Promise<T> {
  return database.orm.transaction(async (tx) => work(tx, await lockTenant(tx, scope.supervisorId)))
}

async function addPlace(
  tx: Queryable,
  lock: TenantLock,
  scope: SupervisorScope,
  values: PlaceValues,
  now: number,
): Promise<PlaceRow> {
  const { inUse, ever } = await countPlaces(tx, scope)
  refuseFull(lock, 'placesInUse', inUse)
  refuseFull(lock, 'placesEver', ever)
  return nameFree(values.name, () => insertPlace(tx, scope, { ...values, createdAt: new Date(now) }))
}

async function nameFree<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (brokenUnique(error) !== 'places_name') throw error
    throw new Problem(409, 'place_name_taken', say('place_name_taken', { name }))
  }
}

/** The columns of what was asked; the client is created with it. */
async function valuesOf(
  tx: Queryable,
  lock: TenantLock,
  { clock, config }: PlaceDeps,
  scope: SupervisorScope,
  { name, kind, shape, timeZone, freeMinutes, facilityCode, client }: PlaceInput,
): Promise<PlaceValues> {
  return {
    name,
    kind,
    shape,
    timeZone: timeZone ?? config.timezone,
    freeMinutes: freeMinutes ?? null,
    facilityCode: facilityCode ?? null,
    clientId: client == null ? null : (await clientNamed(tx, lock, scope, client, clock.now())).id,
  }
}

async function clientNamed(
  tx: Queryable,
  lock: TenantLock,
  scope: SupervisorScope,
  name: string,
  now: number,
): Promise<ClientRow> {
  const known = await findClientNamed(tx, scope, name)
  if (known) return known
  refuseFull(lock, 'clients', await countClients(tx, scope))
  return insertClient(tx, scope, { name, createdAt: new Date(now) })
}

async function traced(tx: Queryable, scope: SupervisorScope, place: PlaceRow) {
  const client = place.clientId === null ? null : await findClient(tx, scope, place.clientId)
  return tracedPlace(portableOf(place, client?.name ?? null))
}

/** Gives new places to the operations of the last 90 days that arrived there and have none. Returns them. */
async function giveToEarlier(
  tx: Queryable,
  scope: SupervisorScope,
  created: readonly PlaceRow[],
  now: number,
): Promise<Placed[]> {
  if (created.length === 0) return []
  const arrivals = await arrivalPositions(tx, scope, {
    since: historySince(now),
    which: ofNoPlace,
    limit: ARRIVALS,
  })
  const keys = new Map<number, string[]>(created.map(({ id }) => [id, []]))
  for (const { operationKey, accuracy, ...position } of arrivals) {
    const place = nearestPlace(created, position, accuracy)
    if (place) keys.get(place.id)?.push(operationKey)
  }
  const placed: Placed[] = []
  for (const [placeId, some] of keys) {
    if (some.length > 0) placed.push(...(await placeOperations(tx, scope, placeId, some)))
  }
  return placed
}

/** After the commit. */
function announce({ bus }: PlaceDeps, { supervisorId }: SupervisorScope, placed: readonly Placed[]): void {
  bus.publish({ kind: 'places_changed', supervisorId })
  for (const { operationKey, userId, isActive, placeId, clientId } of placed) {
    if (!isActive) continue
    const operation = { operationKey, placeId, placeGiven: false, clientId }
    bus.publish({ kind: 'destination_changed', supervisorId, userId, operation })
  }
}
