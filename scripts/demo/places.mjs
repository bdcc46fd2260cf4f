import { ScriptFailure } from '../lib/run.mjs'
import { demoRoad } from './road.mjs'

/** The places of the demonstration: both ends of the road, and the depot on it. */
export function demoPlaces() {
  const road = demoRoad()
  const circle = (/** @type {number} */ km, /** @type {number} */ radiusMetres) => ({
    type: /** @type {const} */ ('circle'),
    center: road.at(km),
    radiusMetres,
  })
  return [
    {
      ...{ name: 'Parque El Salto', kind: 'park', client: 'Aceros del Norte', freeMinutes: 120 },
      shape: circle(road.lengthKm, 500),
    },
    {
      ...{ name: 'Puerto de Manzanillo', kind: 'port', facilityCode: 'MXZLO' },
      shape: circle(0, 1500),
    },
    { ...{ name: 'Patio Tlajomulco', kind: 'yard' }, shape: circle(road.kmOf('Tlajomulco'), 400) },
  ]
}

/**
 * Keeps them where the supervisor keeps none yet.
 * @param {import('./phone.mjs').Client} supervisor
 * @throws {ScriptFailure}
 */
export async function openPlaces(supervisor) {
  const known = await supervisor.get('/api/supervisor/places')
  if (known.status !== 200 || known.body.places.length > 0) return
  for (const place of demoPlaces()) {
    const made = await supervisor.post('/api/supervisor/places', place)
    if (made.status !== 201)
      throw new ScriptFailure(`No se pudo crear ${place.name}: ${made.body?.error ?? made.status}`)
  }
}
