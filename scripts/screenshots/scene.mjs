import { drive, hire, registered } from '../demo/told-trip.mjs'

/** @typedef {import('#domain/operation/steps').OperationType} OperationType */
/** @typedef {import('../demo/phone.mjs').Client} Client */
/** @typedef {import('../demo/told-trip.mjs').ToldTrip & import('../demo/told-trip.mjs').Person} Trip */

export const PASSWORD = 'una clave para fotos'
const PARK = 'El Salto'
const PORT = 'Puerto de Manzanillo'

/** In the order of their start, oldest first. The board shows the newest first. @type {Trip[]} */
const TRIPS = [
  {
    username: 'ernesto.leon',
    displayName: 'Ernesto León Covarrubias',
    box: 'TCNU7200794',
    type: 'unload',
    moments: [
      ['start_trip', 431, PORT],
      ['en_route', 418, PORT],
      ['arrived_at_park', 147, PARK],
      ['access_granted', 112, PARK],
      ['vehicle_parked', 98, PARK],
      ['unload_complete', 31, PARK],
      ['exit_park', 12, PARK],
    ],
  },
  {
    username: 'rosa.zepeda',
    displayName: 'Rosa Zepeda Luna',
    box: 'HLXU2008419',
    type: 'load',
    moments: [
      ['start_trip', 402, PORT],
      ['en_route', 391, PORT],
      ['arrived_at_park', 121, PARK],
      ['access_granted', 94, PARK],
      ['vehicle_parked', 86, PARK],
      ['load_complete', 17, PARK],
    ],
  },
  {
    username: 'hector.michel',
    displayName: 'Héctor Michel Vargas',
    box: 'GYOU4047990',
    type: 'load',
    moments: [
      ['start_trip', 364, PORT],
      ['en_route', 352, PORT],
      ['arrived_at_park', 84, PARK],
      ['access_granted', 11, PARK],
    ],
  },
  {
    username: 'martin.villasenor',
    displayName: 'Martín Villaseñor Gil',
    box: 'MSKU1234565',
    type: 'unload',
    moments: [
      ['start_trip', 338, PORT],
      ['en_route', 326, PORT],
      ['stop_rest', 214, 'Ciudad Guzmán'],
      ['resume_route', 189, 'Ciudad Guzmán'],
      ['arrived_at_park', 73, PARK],
      ['access_granted', 49, PARK],
      ['vehicle_parked', 38, PARK],
    ],
  },
  {
    username: 'guadalupe.nava',
    displayName: 'Guadalupe Nava Ortiz',
    box: 'TOLU4734787',
    type: 'load',
    moments: [
      ['start_trip', 312, PORT],
      ['en_route', 304, PORT],
      ['arrived_at_park', 41, PARK],
    ],
  },
  {
    username: 'maria.cardenas',
    displayName: 'María Cárdenas Ruiz',
    box: 'CSQU3054383',
    type: 'load',
    moments: [
      ['start_trip', 214, PORT],
      ['en_route', 203, PORT],
      ['stop_fuel', 58, 'Sayula'],
      ['resume_route', 43, 'Sayula'],
    ],
  },
  {
    username: 'jose.luis.ochoa',
    displayName: 'José Luis Ochoa Peña',
    box: 'APZU3789870',
    type: 'unload',
    moments: [
      ['start_trip', 196, PORT],
      ['en_route', 187, PORT],
      ['stop_rest', 14, 'Ciudad Guzmán'],
    ],
  },
  {
    username: 'javier.ramirez',
    displayName: 'Javier Ramírez Soto',
    box: 'MSKU4601730',
    type: 'load',
    moments: [
      ['start_trip', 96, PORT],
      ['en_route', 84, 'Armería'],
    ],
  },
  {
    username: 'alma.figueroa',
    displayName: 'Alma Figueroa Ríos',
    box: 'HLXU8123451',
    type: 'unload',
    moments: [['start_trip', 6, PORT]],
  },
]

/**
 * Who is photographed, and the key of the tracked operation; `played`: every driver by username.
 * @typedef {Awaited<ReturnType<typeof playScene>>} Cast
 */

/**
 * A supervisor with nine drivers at work, made through the product's own calls.
 * @param {string} origin
 * @param {number} now what the product's clock shows, epoch milliseconds
 * @throws {ScriptFailure} when the product refuses a part of it
 */
export async function playScene(origin, now = Date.now()) {
  const supervisor = await registered(origin, {
    username: 'laura.montes',
    displayName: 'Laura Montes Aguilar',
    password: PASSWORD,
    email: 'laura.montes@example.com',
    phone: '314 555 0134',
  })
  /** @type {Map<string, { client: Client, containerId: string }>} */
  const played = new Map()
  for (const trip of TRIPS) played.set(trip.username, await playTrip({ origin, supervisor, trip, now }))
  const driving = played.get('javier.ramirez')
  const tracked = played.get('martin.villasenor')
  if (driving === undefined || tracked === undefined) throw new Error('the cast is not in the scene')
  return { supervisor, operator: driving.client, tracked: tracked.containerId, played }
}

/**
 * Makes the driver and lets the trip happen, its last moment being the last event.
 * @param {{ origin: string, supervisor: Client, trip: Trip, now: number }} options
 */
export async function playTrip({ origin, supervisor, trip, now }) {
  const { client } = await hire({ origin, supervisor, driver: trip, password: PASSWORD })
  return { client, containerId: await drive({ client, trip, now }) }
}
