import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../http/exchange.ts'
import type { Asked } from './thread.ts'
import { makeInThread } from './threads.ts'

const VISITS = 5_000
const visit = {
  containerNumber: 'CSQU3054383',
  operationType: 'load',
  driver: 'Ana',
  place: 'Patio',
  arrivedAt: '2026-11-01T00:00:00.000Z',
  accessAt: null,
  exitAt: '2026-11-01T02:00:00.000Z',
  corrections: 0,
  agreement: null,
  charge: null,
  chain: { records: 1, head: 'ab'.repeat(32) },
}
const asked: Asked = {
  content: JSON.stringify({
    format: 1,
    kind: 'month',
    version: 1,
    supervisor: { id: 7, name: 'Ana' },
    client: 'Importadora',
    zone: 'America/Mexico_City',
    month: '2026-11',
    visits: Array.from({ length: VISITS }, () => visit),
    centavos: 0,
  }),
  hash: 'a'.repeat(64),
  issuedAt: new Date(0),
  verifyUrl: '/verificar/a',
  language: 'es',
}

function exchange() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  const response = new EventEmitter()
  return { response, exchange: { request: { socket }, response } as unknown as Exchange }
}

describe('the file of a large month', () => {
  it('is made while others have the thread', async () => {
    let turns = 0
    let isMade = false
    const making = makeInThread('csv', asked, { supervisorId: 1, ...exchange() }).finally(() => {
      isMade = true
    })
    while (!isMade) {
      await nextTurn()
      turns++
    }
    expect(new TextDecoder().decode(await making).match(/CSQU3054383/g)).toHaveLength(VISITS)
    expect(turns).toBeGreaterThan(50)
  })

  it('is not made any more when the client has gone', async () => {
    const left = exchange()
    const making = makeInThread('pdf', asked, { supervisorId: 1, ...left })
    // Another one of the same supervisor waits for it.
    const other = makeInThread('shown', asked, { supervisorId: 1, ...exchange() })
    setTimeout(() => left.response.emit('close'), 100)
    await expect(making).rejects.toMatchObject({ status: 429 })
    expect(await other).toMatchObject({ issuer: 'Ana', zone: 'America/Mexico_City' })
  })
})
