import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RETURN_MS } from '#domain/operation/retraction'
import { verifyRecord } from '#server/record/verify/verify'
import { type Actor, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'
import { pdfText } from '../support/pdf-text.ts'
import { type MadeVisit, parkOf, visit } from '../support/visit.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let t: TestApp
let boss: Actor
let made: MadeVisit
let endedAt: number

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

/** A trip that has just ended, after which the phone has no network. */
beforeEach(async () => {
  boss = await register(t.app, 'supervisor')
  made = await visit(t, boss)
  endedAt = t.clock.now()
})

const END = 8

/** What a phone sends that took the press back `after` milliseconds after it was recorded. */
const undo = (
  after: number | null,
  { position = END, recordedAt = endedAt, correctionId = randomUUID() } = {},
) =>
  made.driver.post(`/api/containers/${made.key}/corrections`, {
    kind: 'retraction',
    position,
    correctionId,
    ...(after !== null && { occurredAt: new Date(recordedAt + after).toISOString(), clockOffsetMs: 0 }),
  })

const heard = () => made.driver.get('/api/containers/active')
const operation = async () => {
  const key = `/api/events/${made.key}?include=retracted`
  return (await boss.get(key)).body as { position: number; eventType: string; retracted: boolean }[]
}

async function expectRefused(
  answer: Promise<{ status: number; body: Record<string, unknown> }>,
  code: string,
) {
  const { status, body } = await answer
  expect([status, body.code, body.messageCode]).toEqual([409, 'correction_refused', code])
  expect(body.operation).toMatchObject({ containerId: made.key })
  expect((await verifyRecord(t.deps.database)).fault).toBeNull()
}

describe('a retraction that waited for a network', () => {
  it('counts, with the time that the phone says: stored, chained, and shown to the desk and in the pack', async () => {
    t.clock.advance(3 * HOUR)
    // A phone that is back asks other things first.
    await heard()
    t.clock.advance(RETURN_MS)
    const id = randomUUID()
    const { status, body } = await undo(40 * SECOND, { correctionId: id })
    expect(status).toBe(201)
    expect(body.operation).toMatchObject({ isActive: true, currentEventType: 'exit_park' })
    const reportedAt = new Date(endedAt + 40 * SECOND).toISOString()
    expect(body.correction).toMatchObject({ reportedAt, recordedAt: new Date(t.clock.now()).toISOString() })
    const shown = (await boss.get(`/api/containers/${made.key}/corrections`)).body
    expect(shown).toMatchObject([{ kind: 'retraction', reportedAt }])
    const again = await undo(40 * SECOND, { correctionId: id })
    expect([again.status, again.body.correction]).toEqual([200, body.correction])

    await made.driver.post('/api/events', { containerId: made.key, eventType: 'end_trip' })
    const { hash } = (await boss.post('/api/evidence', { containerId: made.key })).body
    const file = (language: string) =>
      t.app.inject({
        url: `/api/evidence/${hash}/file?format=pdf&language=${language}`,
        headers: { cookie: `acarreo.sid=${boss.cookie}` },
      })
    expect(pdfText((await file('es')).rawPayload)).toContain('deshecho sin señal')
    expect(pdfText((await file('en')).rawPayload)).toContain('undone without signal')

    expect((await verifyRecord(t.deps.database)).fault).toBeNull()
    const moved = (hours: number) =>
      ownerDoes(
        t.deps.database,
        `update corrections set reported_at = reported_at + interval '${hours} hour' where correction_id = '${id}'`,
      )
    await moved(1)
    expect((await verifyRecord(t.deps.database)).fault).toMatchObject({
      kind: 'chain',
      operationKey: made.key,
    })
    await moved(-1)
  })

  it('does not count without a time, nor with one after the minute', async () => {
    t.clock.advance(MINUTE + 1)
    await expectRefused(undo(null), 'retraction_too_late')
    await expectRefused(undo(MINUTE + 1), 'retraction_too_late')
    expect((await undo(MINUTE)).status).toBe(201)
  })

  it('does not count once the server has heard from the phone: a claim opens nothing', async () => {
    t.clock.advance(MINUTE + 1)
    await heard()
    t.clock.advance(RETURN_MS + 1)
    await expectRefused(undo(10 * SECOND), 'retraction_heard_since')
    // Nor later, however silent the phone is then; nor in another process, which has heard nothing itself.
    t.clock.advance(HOUR)
    await expectRefused(undo(10 * SECOND), 'retraction_heard_since')
    const other = await createTestApp({ database: t.deps.database, clock: t.clock })
    const cookie = `acarreo.sid=${made.driver.cookie}`
    const answer = await other.app.inject({
      method: 'POST',
      url: `/api/containers/${made.key}/corrections`,
      headers: { cookie },
      payload: {
        ...{ kind: 'retraction', position: END, clockOffsetMs: 0 },
        occurredAt: new Date(endedAt).toISOString(),
      },
    })
    expect([answer.statusCode, answer.json().messageCode]).toEqual([409, 'retraction_heard_since'])
    await other.close()
  })

  it('does not count from another phone while the first one is heard', async () => {
    t.clock.advance(2 * MINUTE)
    await heard()
    t.clock.advance(HOUR)
    const silent = made.driver.cookie
    const login = { username: made.driver.username, password: 'una buena clave' }
    await made.driver.post('/api/login', login)
    expect(made.driver.cookie).not.toBe(silent)
    await expectRefused(undo(10 * SECOND), 'retraction_heard_since')
  })

  it('takes back one press, never a trip step by step', async () => {
    const steps = await operation()
    const exit = steps.find(({ eventType }) => eventType === 'exit_park') as { position: number }
    t.clock.advance(2 * MINUTE)
    expect((await undo(10 * SECOND)).status).toBe(201)
    const recordedAt = made.arrivedAt + 157 * MINUTE
    await expectRefused(
      undo(10 * SECOND, { position: exit.position, recordedAt }),
      'retraction_pressed_since',
    )
    expect((await operation()).filter(({ retracted }) => retracted)).toHaveLength(1)
  })

  it('does not count once the next trip has begun, and ended', async () => {
    const { body } = await made.driver.post('/api/containers', {
      containerId: 'MSKU1234565',
      operationType: 'load',
    })
    t.clock.advance(2 * MINUTE)
    const annul = { kind: 'cancellation', reason: 'sin carga' }
    expect((await boss.post(`/api/containers/${body.containerId}/corrections`, annul)).status).toBe(201)
    await expectRefused(undo(10 * SECOND), 'retraction_pressed_since')
  })

  it('does not count after an evidence pack of the operation, nor of its month', async () => {
    t.clock.advance(2 * MINUTE)
    await boss.post('/api/evidence', { containerId: made.key })
    await expectRefused(undo(10 * SECOND), 'retraction_pack_issued')

    const place = (await boss.post('/api/supervisor/places', parkOf('Parque', { client: 'Importadora' })))
      .body
    made = await visit(t, boss)
    endedAt = t.clock.now()
    t.clock.advance(2 * MINUTE)
    const month = new Date(made.arrivedAt).toISOString().slice(0, 7)
    const { body } = await boss.post('/api/evidence', { clientId: place.clientId, month })
    expect(body).toMatchObject({ version: 1 })
    await expectRefused(undo(10 * SECOND), 'retraction_pack_issued')
  })

  it('does not count a day after the press', async () => {
    t.clock.advance(24 * HOUR + 1)
    await expectRefused(undo(10 * SECOND), 'retraction_day_over')
  })
})

it('a pack and a late retraction at once: one of them knows of the other', async () => {
  for (let round = 0; round < 5; round++) {
    made = await visit(t, boss)
    endedAt = t.clock.now()
    t.clock.advance(2 * MINUTE)
    const [undone, pack] = await Promise.all([
      undo(10 * SECOND),
      boss.post('/api/evidence', { containerId: made.key }),
    ])
    // Either the pack was first and the step stands, or the trip was open again when the pack was asked for.
    expect([
      [409, 200],
      [201, 409],
    ]).toContainEqual([undone.status, pack.status])
  }
})
