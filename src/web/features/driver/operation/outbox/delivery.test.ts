import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Entry } from '#domain/outbox/entry'
import { sendEntry } from './delivery.ts'

vi.mock('../../../../text/language.ts', () => ({ language: 'en' }))

const ENTRY: Entry = {
  eventId: 'e',
  userId: 7,
  order: 1,
  localOperationId: 'o',
  operationKey: 'MSKU1234565_abcdefghijklmnop',
  eventType: 'arrived_at_park',
  operationType: 'load',
  containerNumber: 'MSKU1234565',
  pressedAt: 0,
  clockOffsetMs: 0,
  fix: null,
  status: 'waiting',
  before: null,
  sent: false,
  attempts: 0,
  recordedAs: null,
  position: null,
  undo: null,
  refusal: null,
}

afterEach(() => {
  vi.unstubAllGlobals()
})

function answering(status: number, body: object): void {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/user' ? new Response('{"id":7}') : new Response(JSON.stringify(body), { status }),
  )
}

describe('what the server says of a press', () => {
  it.each([
    [400, 'invalid', 'refused'],
    [403, 'forbidden', 'refused'],
    [404, 'not_found', 'refused'],
    [409, 'not_next', 'conflict'],
    [503, 'unavailable', 'later'],
  ])('%i is kept in the language of the page', async (status, code, kind) => {
    answering(status, { error: 'Datos no válidos', code, messageCode: 'data_invalid' })
    const heard = await sendEntry(ENTRY, { occurredAt: 0, clockOffsetMs: 0 })
    expect(heard).toMatchObject({ kind, sentence: 'Invalid data' })
  })

  it('decides nothing while the driver has yet to choose an own password', async () => {
    answering(403, { error: 'Elija su contraseña', code: 'own_password_required' })
    expect(await sendEntry(ENTRY, { occurredAt: 0, clockOffsetMs: 0 })).toEqual({ kind: 'signed_out' })
  })
})
