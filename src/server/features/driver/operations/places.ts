import { PARK_ARRIVAL } from '#domain/operation/steps'
import { nearestPlace } from '#domain/place/nearest'
import { scopeOfDriver } from '../../../identity/supervisor-scope.ts'
import type { PlaceMemory, RememberedPlace } from '../../../live/place-memory.ts'
import type { EventRow } from '../../../record/rows.ts'

type Memory = Pick<PlaceMemory, 'of'>

/** The place of an operation; null: it has none, or it is not of its supervisor. */
export async function placeOf(
  memory: Memory,
  { supervisorId, placeId }: { supervisorId: number | null; placeId: number | null },
): Promise<RememberedPlace | null> {
  const scope = placeId === null ? null : scopeOfDriver({ supervisorId })
  return (scope && placeId && (await memory.of(scope)).get(placeId)) || null
}

/** The id of the place in use that an arrival finds; null: none, it was given, or the event is no arrival. */
export async function placeFound(
  memory: Memory,
  operation: { supervisorId: number | null; placeGiven: boolean },
  event: Pick<EventRow, 'eventType' | 'lat' | 'lng' | 'accuracy'>,
): Promise<number | null> {
  const { eventType, lat, lng, accuracy } = event
  if (eventType !== PARK_ARRIVAL || operation.placeGiven || lat === null || lng === null) return null
  const scope = scopeOfDriver(operation)
  if (scope === null) return null
  const inUse = [...(await memory.of(scope)).values()].filter(({ retiredAt }) => retiredAt === null)
  return nearestPlace(inUse, { lat, lng }, accuracy)?.id ?? null
}
