import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { contractOf, type MadeVisit, parkOf, visit } from '../../support/visit.ts'

const SETTLEMENTS = '/api/detention/settlements'
const MONTH = '2026-03'

let t: TestApp
let boss: Actor
let rival: Actor
let clientId: number
/** Two that are over and cost 630.00 each, and one that is under way. */
let visits: [MadeVisit, MadeVisit]
let open: MadeVisit

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  rival = await register(t.app, 'supervisor')
  clientId = (await boss.post('/api/supervisor/places', parkOf('Parque', { client: 'Importadora' }))).body
    .clientId
  await boss.post('/api/detention/contracts', contractOf({ clientId, taxBasisPoints: 1600 }))
  visits = [await visit(t, boss), await visit(t, boss)]
  open = await visit(t, boss, 41)
})
afterAll(() => t.close())

const client = async () => (await boss.get(`/api/detention?month=${MONTH}`)).body.clients[0]
const statesOf = async () =>
  (await client()).visits.map(
    ({ settlement }: { settlement: { state: string } | null }) => settlement?.state ?? null,
  )
const settle = (body: object, who = boss) => who.post(SETTLEMENTS, body)
const lines = async () =>
  (
    await t.deps.database.pool.query(
      "select target, before, after from audit_log where action = 'settlement_changed' order by id",
    )
  ).rows

describe('a settlement', () => {
  it('of a month takes its visits along, keeps who, when and a note, and changes no figure', async () => {
    const before = await client()
    expect(before).toMatchObject({ centavos: 126_000, taxCentavos: 20_160, settlement: null })
    expect(await settle({ clientId, month: MONTH, state: 'sent', note: 'por mensajero' })).toMatchObject({
      status: 200,
      body: { changed: 2 },
    })
    const said = {
      state: 'sent',
      note: 'por mensajero',
      by: boss.username,
      at: new Date(t.clock.now()).toISOString(),
    }
    const after = await client()
    expect(after).toMatchObject({ settlement: { ...said, version: null, newestVersion: null } })
    const figures = ({ centavos, taxCentavos, visits }: typeof before) => [
      centavos,
      taxCentavos,
      visits.map(({ charge }: { charge: object }) => charge),
    ]
    expect(figures(after)).toEqual(figures(before))
    expect(after.visits[0].settlement).toEqual(said)
    expect(await statesOf()).toEqual(['sent', 'sent', null])
    expect(await lines()).toEqual([
      {
        target: 'Importadora 2026-03',
        before: { state: 'due' },
        after: { state: 'sent', count: 2, note: 'por mensajero' },
      },
    ])
  })

  it('in dispute stays so when the rest is paid, and is answered with a note', async () => {
    const [first] = visits
    const dispute = { containerIds: [first.key], state: 'disputed' }
    expect((await settle(dispute)).body.code).toBe('settlement_refused')
    expect((await settle({ ...dispute, note: 'dicen que esperó menos' })).status).toBe(200)
    expect((await settle({ clientId, month: MONTH, state: 'paid' })).body).toEqual({ changed: 1 })
    expect(await statesOf()).toEqual(['disputed', 'paid', null])
    expect((await settle({ ...dispute, state: 'paid' })).status).toBe(409)
    expect((await settle({ ...dispute, state: 'paid', note: 'con la bitácora de la caseta' })).status).toBe(
      200,
    )
    const { body: history } = await boss.get(`${SETTLEMENTS}?containerId=${first.key}`)
    expect(history.map(({ state, note }: { state: string; note: string }) => [state, note])).toEqual([
      ['paid', 'con la bitácora de la caseta'],
      ['disputed', 'dicen que esperó menos'],
      ['sent', 'por mensajero'],
    ])
    expect((await boss.get(`${SETTLEMENTS}?clientId=${clientId}&month=${MONTH}`)).body).toHaveLength(2)
  })

  it('of many is one request, of all or of none', async () => {
    const keys = visits.map(({ key }) => key)
    const count = (await lines()).length
    expect((await settle({ containerIds: [...keys, open.key], state: 'sent' })).body.code).toBe(
      'settlement_refused',
    )
    expect((await settle({ containerIds: [...keys, `${keys[0]}x`], state: 'sent' })).status).toBe(404)
    expect(await statesOf()).toEqual(['paid', 'paid', null])
    expect((await settle({ containerIds: [...keys, ...keys], state: 'sent' })).body).toEqual({ changed: 2 })
    expect(await statesOf()).toEqual(['sent', 'sent', null])
    expect(await lines()).toHaveLength(count + 1)
    expect((await settle({ containerIds: Array(201).fill(keys[0]), state: 'sent' })).status).toBe(400)
    expect((await settle({ containerIds: [], state: 'sent' })).status).toBe(400)
    expect((await settle({ containerIds: keys, state: 'lost' })).status).toBe(400)
  })

  it('is nobody else’s', async () => {
    const [first] = visits
    expect((await settle({ containerIds: [first.key], state: 'paid' }, rival)).status).toBe(404)
    expect((await settle({ clientId, month: MONTH, state: 'paid' }, rival)).status).toBe(404)
    expect((await rival.get(`${SETTLEMENTS}?containerId=${first.key}`)).body).toEqual([])
    expect((await rival.get(`${SETTLEMENTS}?clientId=${clientId}&month=${MONTH}`)).body).toEqual([])
    expect((await first.driver.get(`${SETTLEMENTS}?containerId=${first.key}`)).status).toBe(403)
  })

  it('of a visit that was corrected since it was sent says so', async () => {
    const [, { key, arrivedAt }] = visits
    expect((await client()).visits[1]).toMatchObject({ corrections: 0, correctedSinceSent: false })
    t.clock.advance(60_000)
    const { body: record } = await boss.get(`/api/events/${key}`)
    const { position } = record.find((event: { eventType: string }) => event.eventType === 'arrived_at_park')
    const timestamp = new Date(arrivedAt + 600_000).toISOString()
    await boss.post(`/api/containers/${key}/corrections`, {
      kind: 'time',
      position,
      timestamp,
      reason: 'caseta',
    })
    expect(await client()).toMatchObject({ corrections: 1, centavos: 105_000, taxCentavos: 16_800 })
    const corrected = async () =>
      (await client()).visits.find(({ containerId }: { containerId: string }) => containerId === key)
    expect(await corrected()).toMatchObject({ corrections: 1, correctedSinceSent: true })
    await settle({ containerIds: [key], state: 'paid' })
    expect(await corrected()).toMatchObject({ correctedSinceSent: true })
    await settle({ containerIds: [key], state: 'sent' })
    expect(await corrected()).toMatchObject({ corrections: 1, correctedSinceSent: false })
  })
})

it('has its tax in the pack, beside the sum', async () => {
  const { hash } = (await boss.post('/api/evidence', { clientId, month: MONTH })).body
  const { body } = await boss.get(`/api/evidence/${hash}/file?format=csv`)
  expect(body).toMatch(/IVA \(MXN\),168\r/)
  expect(body).toMatch(/Total con IVA \(MXN\),1218\r/)
})

it('is refused by the database without what its state needs', async () => {
  const insert = (columns: string, values: string) =>
    t.deps.database.pool.query(
      `insert into settlements (supervisor_id, by_name, at, ${columns}) values ((select min(id) from users), 'x', now(), ${values})`,
    )
  await expect(insert('container_id, state', "'k', 'sent'")).rejects.toThrow('settlements_sent')
  await expect(insert('container_id, state', "'k', 'waived'")).rejects.toThrow('settlements_note')
  await expect(insert('container_id, state, month', "'k', 'paid', '2026-03'")).rejects.toThrow(
    'settlements_subject',
  )
  await expect(insert('container_id, state', "'k', 'lost'")).rejects.toThrow('settlements_state')
})
