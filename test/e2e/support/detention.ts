import type { APIRequestContext } from '@playwright/test'
import { AFTERNOON } from './afternoon.ts'
import { PARK } from './people.ts'
import { hoursAgo, trip } from './trips.ts'

/** The gate of the park, on the wire. */
export const coordinates = { lat: PARK.latitude, lng: PARK.longitude }

/** Makes the park a place of the client 'Importadora', as the supervisor who is signed in on `request`. */
export async function parkOfImportadora(
  request: APIRequestContext,
  origin: string,
  more: { freeMinutes?: number } = {},
): Promise<{ clientId: number }> {
  const data = {
    name: 'Parque Norte',
    kind: 'park',
    client: 'Importadora',
    shape: { type: 'circle', center: coordinates, radiusMetres: 300 },
    timeZone: AFTERNOON,
    ...more,
  }
  const made = await request.post(`${origin}/api/supervisor/places`, { data })
  if (made.status() !== 201) throw new Error(await made.text())
  return made.json()
}

/** A whole trip of the driver on `request`; its visit to the park takes 157 minutes. */
export async function tripToPark(
  request: APIRequestContext,
  origin: string,
  containerNumber: string,
  beganHoursAgo: number,
) {
  const made = trip(request, origin, hoursAgo(beganHoursAgo))
  await made.start(containerNumber, 0, { coordinates })
  for (const [eventType, minute] of [
    ['en_route', 5],
    ['arrived_at_park', 10],
    ['access_granted', 51],
    ['vehicle_parked', 65],
    ['load_complete', 150],
    ['exit_park', 167],
    ['end_trip', 200],
  ] as const) {
    await made.record(eventType, minute, { coordinates, accuracy: 20 })
  }
  return made
}
