import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewAllPacks } from '#server/features/desk/evidence/renewal/service'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { type Actor, anonymous, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { contractOf, type MadeVisit, parkOf, visit } from '../../support/visit.ts'

const MONTH = '2026-03'
const MINUTE = 60_000
const MIGRATION = new URL('../../../migrations/0035_renewed_packs.sql', import.meta.url)

let t: TestApp
let boss: Actor
beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

/** A client with a park of its own, so that no month of a test is that of another one. */
let parks = 0
async function newClient(): Promise<{ clientId: number; contractId: number; park: number }> {
  const name = `Importadora ${++parks}`
  const { body: park } = await boss.post('/api/supervisor/places', parkOf(name, { client: name }))
  const { body: contract } = await boss.post(
    '/api/detention/contracts',
    contractOf({ clientId: park.clientId, name }),
  )
  return { clientId: park.clientId, contractId: contract.id, park: park.id }
}

async function visitOf({ park }: { park: number }, until?: number): Promise<MadeVisit> {
  const made = await visit(t, boss, until)
  // Its position lies in the parks of all tests.
  await t.deps.database.pool.query('update containers set place_id = $1 where container_id = $2', [
    park,
    made.key,
  ])
  return made
}

const issue = async (subject: object) => (await boss.post('/api/evidence', subject)).body
async function send(subject: object): Promise<string> {
  const { hash } = await issue(subject)
  const { status, body } = await boss.post(`/api/evidence/${hash}/send`, { email: null })
  expect(status).toBe(201)
  return new URL(body.url).pathname
}
const look = async (path: string) => (await anonymous(t.app).get(path)).body as string

async function correct({ key }: MadeVisit, correction: object): Promise<void> {
  t.clock.advance(1000)
  const { status, body } = await boss.post(`/api/containers/${key}/corrections`, {
    reason: 'según la caseta',
    ...correction,
  })
  expect(status, JSON.stringify(body)).toBe(201)
}
async function eventOf({ key }: MadeVisit, type: string): Promise<{ position: number }> {
  const { body } = await boss.get(`/api/events/${key}`)
  return body.find(({ eventType }: { eventType: string }) => eventType === type)
}
const arrivesLater = async (made: MadeVisit, minutes: number) =>
  correct(made, {
    kind: 'time',
    position: (await eventOf(made, 'arrived_at_park')).position,
    timestamp: new Date(made.arrivedAt + minutes * MINUTE).toISOString(),
  })

const renew = () => renewAllPacks(t.deps, t.clock.now())
const monthOf = async (clientId: number, month = MONTH) =>
  (await boss.get(`/api/detention?month=${month}`)).body.clients.find(
    (client: { clientId: number }) => client.clientId === clientId,
  )
const versionsOf = async (clientId: number) =>
  (
    await t.deps.database.pool.query(
      'select version, renews from evidence_packs where client_id = $1 order by version',
      [clientId],
    )
  ).rows
const waiting = async () =>
  (await t.deps.database.pool.query('select container_id from pack_reviews')).rows.length

describe('a correction of a visit that was sent', () => {
  it('makes a new version by itself, which month, visit and link say; nothing is sent', async () => {
    const client = await newClient()
    const made = await visitOf(client)
    const path = await send({ clientId: client.clientId, month: MONTH })
    expect((await monthOf(client.clientId)).settlement).toMatchObject({ version: 1, renewedVersion: null })
    const before = await look(path)
    expect(before).toContain('$ 630.00')
    const told = (await lines(t)).length

    await arrivesLater(made, 10)
    const job = productJobs(t.deps.config).find(({ name }) => name === 'pack_renewal')
    expect(job && (await runJob(job, t.deps))).toEqual({ kind: 'ran' })

    expect(await monthOf(client.clientId)).toMatchObject({
      settlement: { state: 'sent', version: 1, newestVersion: 2, renewedVersion: 2 },
      visits: [{ correctedSinceSent: true, renewedVersion: 2, charge: { centavos: 42_000 } }],
    })
    const since = (await lines(t)).slice(told).map(({ action, after }) => [action, after])
    expect(since.filter(([action]) => action === 'evidence_issued')).toMatchObject([
      ['evidence_issued', { version: 2 }],
    ])
    expect(since.some(([action]) => action === 'settlement_changed' || action === 'link_created')).toBe(false)

    // The link that was sent shows what was sent, says so, and leads to the new version.
    const after = await look(path)
    expect(after).toContain('$ 630.00')
    expect(after).toContain('Corregido; versión 2')
    expect(after).toContain(`href="${path}/2"`)
    const renewed = await look(`${path}/2`)
    expect(renewed).toContain('$ 420.00')
    expect(renewed).toContain('Es la versión más reciente.')
    expect(renewed).not.toContain('Corregido;')
    expect(renewed).toContain(`href="${path}/2/archivo?format=pdf`)
    const file = await t.app.inject({ url: `${path}/2/archivo?format=csv` })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain('_v2.csv')

    await send({ clientId: client.clientId, month: MONTH })
    expect(await monthOf(client.clientId)).toMatchObject({
      settlement: { version: 2, newestVersion: 2, renewedVersion: null },
      visits: [{ correctedSinceSent: false, renewedVersion: null }],
    })
  })

  it('makes one version, however many processes look and a person issues', async () => {
    const client = await newClient()
    const [first, second] = [await visitOf(client), await visitOf(client)]
    const month = { clientId: client.clientId, month: MONTH }
    await send(month)
    await arrivesLater(first, 10)
    await arrivesLater(second, 10)
    await Promise.all([renew(), renew(), issue(month), renew(), issue(month), renew()])
    await renew()
    expect(await versionsOf(client.clientId)).toEqual([
      { version: 1, renews: false },
      { version: 2, renews: true },
    ])
    expect(await waiting()).toBe(0)
  })

  it('is not forgotten when the first try fails', async () => {
    const client = await newClient()
    const made = await visitOf(client)
    await send({ clientId: client.clientId, month: MONTH })
    await arrivesLater(made, 10)
    const broken = { ...t.deps, config: { ...t.deps.config, timezone: 'No/Zone' } }
    await expect(renewAllPacks(broken, t.clock.now())).rejects.toThrow('not renewed')
    expect(await versionsOf(client.clientId)).toHaveLength(1)
    await renew()
    expect(await versionsOf(client.clientId)).toHaveLength(2)
  })

  it('makes one whatever is corrected, also of the pack of one visit', async () => {
    const client = await newClient()
    const made = await visitOf(client)
    await send({ clientId: client.clientId, month: MONTH })
    const path = await send({ containerId: made.key })
    const version = async () => (await versionsOf(client.clientId)).length
    const own = async () =>
      (
        await t.deps.database.pool.query(
          'select max(version) as version from evidence_packs where container_id = $1',
          [made.key],
        )
      ).rows[0].version

    await correct(made, { kind: 'container_number', containerNumber: 'CSQU3054383' })
    await renew()
    expect([await version(), await own()]).toEqual([2, 2])
    // Its own pack was sent last, so the visit says that version.
    expect((await monthOf(client.clientId)).visits).toMatchObject([{ renewedVersion: 2 }])
    expect(await look(path)).toContain('Corregido; versión 2')
    expect(await look(`${path}/2`)).toContain('CSQU3054383')

    await arrivesLater(made, 5)
    await renew()
    expect([await version(), await own()]).toEqual([3, 3])

    await correct(made, { kind: 'cancellation' })
    await renew()
    expect([await version(), await own()]).toEqual([4, 4])
  })

  it('waits for the end of an operation that a retraction has opened again', async () => {
    const client = await newClient()
    const made = await visitOf(client)
    await send({ clientId: client.clientId, month: MONTH })
    await correct(made, { kind: 'retraction', position: (await eventOf(made, 'end_trip')).position })
    await renew()
    expect(await versionsOf(client.clientId)).toHaveLength(1)
    expect(await waiting()).toBe(1)
    t.clock.advance(MINUTE)
    await made.driver.post('/api/events', { containerId: made.key, eventType: 'end_trip' })
    await renew()
    expect(await versionsOf(client.clientId)).toHaveLength(2)
    expect(await waiting()).toBe(0)
  })

  it('that moves it into another month renews both', async () => {
    const client = await newClient()
    // In local time: 23:40 on the last day of March.
    t.clock.advance(Date.parse('2026-04-01T05:40:00Z') - t.clock.now())
    const moved = await visitOf(client)
    await visitOf(client)
    for (const month of [MONTH, '2026-04']) await send({ clientId: client.clientId, month })
    await arrivesLater(moved, 30)
    await renew()
    const visits = async (month: string) => (await monthOf(client.clientId, month))?.visits.length ?? 0
    expect([await visits(MONTH), await visits('2026-04')]).toEqual([0, 2])
    expect(await versionsOf(client.clientId)).toEqual([
      { version: 1, renews: false },
      { version: 1, renews: false },
      { version: 2, renews: true },
      { version: 2, renews: true },
    ])
  })
})

it('an upgrade renews what was corrected after it was sent, and nothing else', async () => {
  const { pool } = t.deps.database
  const client = await newClient()
  const [early, made] = [await visitOf(client), await visitOf(client)]
  await arrivesLater(early, 5)
  await send({ clientId: client.clientId, month: '2026-04' })
  await renew()
  await arrivesLater(made, 10)
  // As an earlier version leaves it; and what other tests have corrected, this one renewed.
  await pool.query('delete from pack_reviews')
  const packs = async () => (await pool.query('select count(*)::int as n from evidence_packs')).rows[0].n
  const before = await packs()
  await pool.query(readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint').at(-1) ?? '')
  expect(await waiting()).toBeGreaterThan(0)
  await renew()
  expect(await versionsOf(client.clientId)).toEqual([
    { version: 1, renews: false },
    { version: 2, renews: true },
  ])
  expect([await packs(), await waiting()]).toEqual([before + 1, 0])
})

it('a correction of what nobody was sent makes no version', async () => {
  const client = await newClient()
  const made = await visitOf(client)
  const { month } = { month: '2026-04' }
  await issue({ clientId: client.clientId, month })
  await arrivesLater(made, 10)
  await renew()
  expect(await versionsOf(client.clientId)).toHaveLength(1)
  expect(await waiting()).toBe(0)
})

it('a link opens no version that the supervisor has issued without a correction', async () => {
  const client = await newClient()
  const made = await visitOf(client)
  const subject = { containerId: made.key }
  const path = await send(subject)
  await boss.put(
    `/api/detention/contracts/${client.contractId}`,
    contractOf({ clientId: client.clientId, freeMinutes: 60 }),
  )
  expect((await issue(subject)).version).toBe(2)
  const { status } = await anonymous(t.app).get(`${path}/2`)
  expect(status).toBe(404)
  const page = await look(path)
  expect(page).toContain('Hay una versión más nueva')
  expect(page).not.toContain(`${path}/2`)
  for (const wrong of ['0', '1', '99', 'x', '2x']) {
    expect((await anonymous(t.app).get(`${path}/${wrong}`)).status).toBe(404)
  }
})
