import { dayText } from '#domain/time/day-text'
import { ScriptFailure } from '../lib/run.mjs'

const DAY = 24 * 3_600_000
const ZONE = 'America/Mexico_City'

/**
 * Agrees on detention where the supervisor has no contract yet: some trucks leave within the free time, some do not.
 * @param {import('./phone.mjs').Client} supervisor
 * @param {number} now epoch milliseconds
 * @throws {ScriptFailure}
 */
export async function openContracts(supervisor, now) {
  const known = await supervisor.get('/api/detention/contracts')
  if (known.status !== 200 || known.body.contracts.length > 0) return
  const made = await supervisor.post('/api/detention/contracts', {
    name: 'Acuerdo anual',
    clientId: known.body.clients[0]?.id ?? null,
    placeId: null,
    operationType: null,
    basis: 'visit',
    freeMinutes: 60,
    blockMinutes: 15,
    rates: [
      { uptoMinutes: 60, centavosPerHour: 84_000 },
      { uptoMinutes: null, centavosPerHour: 120_000 },
    ],
    pauses: [],
    validFrom: dayText(now - 60 * DAY, ZONE),
    validUntil: null,
  })
  if (made.status !== 201)
    throw new ScriptFailure(`No se pudo crear el acuerdo: ${made.body?.error ?? made.status}`)
}
