import { drive, hire, registered } from '../demo/told-trip.mjs'

/** @typedef {import('../demo/phone.mjs').Client} Client */

const PASSWORD = 'una clave para revisar'

/** Names that a spreadsheet could take for something else, or lose letters of. @type {[string, string, string][]} */
const DRIVERS = [
  ['@ñandú', '=SUMA(1;2) Núñez', 'TCNU7200794'],
  ['-José', '=HYPERLINK("http://example.com","Muñoz")', 'HLXU2008419'],
  ['Ümit.Ångström', '+52 Ángela, la de "Tecomán"', 'GYOU4047990'],
  ['-1-2', '@SUM(A1:A9) Íñiguez', 'MSKU1234565'],
  ['--Zoë', "'Zoë; y,Çelik", 'TOLU4734787'],
  ['@SUM', '-2+3 Peñaloza', 'CSQU3054383'],
  ['李小龍_7', '林 老師', 'APZU3789870'],
]

/** @type {import('../demo/told-trip.mjs').Moment[]} */
const TRIP = [
  ['start_trip', 190, 'Puerto de Manzanillo'],
  ['en_route', 175, 'Armería'],
  ['stop_rest', 130, 'Ciudad Guzmán'],
  // Before the stop: it gets the stop's time, and a cell with what the phone said.
  ['resume_route', 131, null],
  ['arrived_at_park', 60, 'El Salto'],
  ['access_granted', 41, 'El Salto'],
  ['vehicle_parked', 30, null],
  ['load_complete', 12, 'El Salto'],
  ['exit_park', 5, 'El Salto'],
  ['end_trip', 1, 'El Salto'],
]

/**
 * A supervisor whose drivers have the names above, and their trips: each got a step less far than the one before.
 * @param {string} origin
 * @returns {Promise<{ supervisor: Client, operators: { id: number, displayName: string }[] }>}
 * @throws {ScriptFailure} when the product refuses a part of it
 */
export async function makeRecord(origin) {
  const supervisor = await registered(origin, {
    username: '@Señora.Müller-Ibáñez',
    displayName: 'Señora Müller Ibáñez',
    password: PASSWORD,
    email: 'senora@example.com',
  })
  const operators = []
  for (const [index, [username, displayName, box]] of DRIVERS.entries()) {
    const driver = { username, displayName }
    const { client, id } = await hire({ origin, supervisor, driver, password: PASSWORD })
    operators.push({ id, displayName })
    await drive({ client, trip: { box, type: 'load', moments: TRIP.slice(0, TRIP.length - index) } })
  }
  return { supervisor, operators }
}
