import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/account/limits'
import { type Actor, anonymous, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { ownerDoes } from '../../support/database.ts'
import { setFlags } from '../../support/flags.ts'
import { contractOf, type MadeVisit, parkOf, visit } from '../../support/visit.ts'

const DAY = 86_400_000
const MONTH = '2026-03'

let t: TestApp
let boss: Actor
let rival: Actor
let clientId: number

beforeAll(async () => {
  t = await createTestApp()
  rival = await register(t.app, 'supervisor')
  boss = await register(t.app, 'supervisor')
  clientId = (await boss.post('/api/supervisor/places', parkOf('Parque Ñandú', { client: 'Importadora' })))
    .body.clientId
  await boss.post('/api/detention/contracts', contractOf({ clientId, name: 'Anual' }))
})
afterAll(() => t.close())

const issue = async (body: object) => (await boss.post('/api/evidence', body)).body
const look = (path: string, headers = {}) => anonymous(t.app).get(path, headers)
const fileOf = async (url: string, cookie?: string) => {
  const answer = await t.app.inject({ url, headers: cookie ? { cookie: `acarreo.sid=${cookie}` } : {} })
  expect(answer.statusCode).toBe(200)
  return answer
}

async function share({ hash }: { hash: string }, more: object = {}) {
  const { status, body } = await boss.post(`/api/evidence/${hash}/links`, {
    name: 'Contaduría',
    days: 7,
    ...more,
  })
  expect(status).toBe(201)
  return { ...body, path: new URL(body.url).pathname as string }
}

async function correctArrival({ key, arrivedAt }: MadeVisit): Promise<void> {
  const { body } = await boss.get(`/api/events/${key}`)
  const { position } = body.find((event: { eventType: string }) => event.eventType === 'arrived_at_park')
  const timestamp = new Date(arrivedAt + 600_000).toISOString()
  const correction = { kind: 'time', position, timestamp, reason: 'según la caseta' }
  expect((await boss.post(`/api/containers/${key}/corrections`, correction)).status).toBe(201)
}

describe('the link to a pack', () => {
  it('shows a stranger what it is of, and hands out the files exactly as they were issued', async () => {
    const made = await visit(t, boss)
    const pack = await issue({ containerId: made.key })
    const before = (await lines(t)).length
    const { path } = await share(pack)
    expect((await lines(t)).slice(before)).toMatchObject([
      {
        action: 'link_created',
        actorId: boss.id,
        target: made.number,
        after: { name: 'Contaduría', version: 1 },
      },
    ])

    const { status, body, headers } = await look(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    // What it comes to, before how that is proven.
    const order = [
      made.number,
      '$ 630.00',
      'libres 2 h 0 min',
      'con cargo 37 min',
      'Parque Ñandú',
      '<svg class="track"',
      'Llegada al parque',
      'archivo?format=pdf',
      'Versión 1',
      'Es la versión más reciente',
      pack.hash,
    ].map((part) => body.indexOf(part))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(Buffer.byteLength(body)).toBeLessThan(60_000)
    expect(body).not.toContain('<script')
    // Neither what opens more, nor what the files alone say.
    for (const secret of [made.key, 'Nombre de', made.driver.username]) {
      expect(body.replace(`Nombre de ${boss.username}`, '')).not.toContain(secret)
    }
    expect((await look(path, { cookie: 'acarreo.language=en' })).body).toMatch(/language=en[\s\S]*Version 1/)

    for (const query of ['format=pdf&language=es', 'format=csv&language=en']) {
      const shared = await fileOf(`${path}/archivo?${query}`)
      const own = await fileOf(`/api/evidence/${pack.hash}/file?${query}`, boss.cookie ?? '')
      expect(shared.rawPayload.equals(own.rawPayload)).toBe(true)
      expect(shared.headers['content-disposition']).toBe(own.headers['content-disposition'])
    }

    await correctArrival(made)
    const second = await issue({ containerId: made.key })
    const older = (await look(path)).body
    expect(older).toContain('Hay una versión más nueva')
    expect(older).toContain(pack.hash)
    expect(older).not.toContain(second.hash)
  })

  it('is of a client’s month, too', async () => {
    const { path } = await share(await issue({ clientId, month: MONTH }))
    expect((await look(path)).body).toMatch(/Importadora · marzo de 2026[\s\S]*Visitas con cargo/)
    expect((await boss.get(`/api/evidence/links?clientId=${clientId}&month=${MONTH}`)).body).toMatchObject([
      { name: 'Contaduría', state: 'valid', version: 1 },
    ])
  })

  it('counts its visits: once for a browser, files and previews not apart', async () => {
    const { key, number } = await visit(t, boss)
    const { path } = await share(await issue({ containerId: key }))
    const first = await look(path)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    expect(String(first.headers['set-cookie'])).toContain(`Path=${path}`)
    await look(path, { cookie })
    await look(`${path}/archivo?format=csv`, { cookie })
    await look(path, { 'user-agent': 'WhatsApp/2' })
    await look(path)
    const [link] = (await boss.get(`/api/evidence/links?containerId=${key}`)).body
    expect(link.views).toMatchObject({ count: 2, firstAt: expect.any(String) })
    expect((await lines(t)).at(-1)).toMatchObject({
      action: 'link_viewed',
      actorKind: 'visitor',
      target: number,
      after: { name: 'Contaduría', version: 1 },
    })
  })
})

describe('a link that opens nothing', () => {
  it('is the same answer whether it is unknown, revoked, expired, changed or out of the plan', async () => {
    const { key } = await visit(t, boss)
    const pack = await issue({ containerId: key })
    const unknown = await look(`/expediente/e${'a'.repeat(43)}`)
    expect(unknown.status).toBe(404)
    expect(unknown.body).toContain('Un enlace también puede haber vencido')
    const opensNothing = async (path: string) => {
      for (const url of [path, `${path}/archivo?format=csv`]) {
        expect(await look(url)).toMatchObject({ status: 404, body: unknown.body })
      }
    }

    const revoked = await share(pack)
    const before = (await lines(t)).length
    for (let i = 0; i < 2; i++) {
      expect((await boss.delete(`/api/evidence/links/${revoked.id}`)).status).toBe(204)
    }
    await opensNothing(revoked.path)
    expect((await lines(t)).slice(before).map(({ action }) => action)).toEqual(['link_revoked'])

    const open = await share(pack, { days: 1 })
    await setFlags(t.deps, boss, { linkSharing: false })
    await opensNothing(open.path)
    expect((await boss.get(`/api/evidence/links?containerId=${key}`)).body.code).toBe('premium')
    await setFlags(t.deps, boss, { linkSharing: true })
    expect((await look(open.path)).status).toBe(200)

    const change = (sign: string) =>
      ownerDoes(t.deps.database, `update evidence_packs set content = ${sign} where hash = '${pack.hash}'`)
    await change(`content || ' '`)
    await opensNothing(open.path)
    await change('trim(content)')
    expect((await look(open.path)).status).toBe(200)

    t.clock.advance(DAY)
    await opensNothing(open.path)
    const states = (await boss.get(`/api/evidence/links?containerId=${key}`)).body
    expect(states.map(({ state }: { state: string }) => state)).toEqual(['revoked', 'expired'])
  })

  it('is one of another kind, a wrong format, or what is no token', async () => {
    const made = await visit(t, boss)
    const pack = await share(await issue({ containerId: made.key }))
    const tracking = await boss.post(`/api/containers/${made.key}/links`, {
      name: 'Cliente',
      level: 'full',
      days: 1,
    })
    const [packToken, trackingToken] = [pack.url, tracking.body.url].map((url) => url.split('/').at(-1))
    for (const path of [
      `/expediente/${trackingToken}`,
      `/expediente/${made.key}`,
      `/expediente/no-es`,
      `/expediente/${packToken}/archivo?format=xlsx`,
      `/container/${packToken}`,
      `/api/public/containers/${packToken}`,
    ]) {
      expect([path, (await look(path)).status]).toEqual([path, 404])
    }
    // Each list has its own.
    const ofOperation = (await boss.get(`/api/containers/${made.key}/links`)).body
    expect(ofOperation.map(({ name }: { name: string }) => name)).toEqual([null, 'Cliente'])
  })
})

describe('another supervisor', () => {
  it('neither makes, nor sees, nor ends it', async () => {
    const { key } = await visit(t, boss)
    const pack = await issue({ containerId: key })
    const link = await share(pack)
    const asked = { name: 'Ajena', days: 1 }
    expect((await rival.post(`/api/evidence/${pack.hash}/links`, asked)).status).toBe(404)
    expect((await rival.get(`/api/evidence/links?containerId=${key}`)).body).toEqual([])
    expect((await rival.get(`/api/evidence/links?clientId=${clientId}&month=${MONTH}`)).body).toEqual([])
    expect((await rival.delete(`/api/evidence/links/${link.id}`)).status).toBe(404)
    // A link to an operation is none to a pack.
    const own = await boss.post(`/api/containers/${key}/links`, { ...asked, level: 'times' })
    expect((await boss.delete(`/api/evidence/links/${own.body.id}`)).status).toBe(404)
    expect((await look(link.path)).status).toBe(200)
  })
})

it('has an end to how many there are of one pack', async () => {
  const { key } = await visit(t, boss)
  const pack = await issue({ containerId: key })
  for (let i = 0; i < LIMITS.linksOfPack; i++) await share(pack)
  const refused = await boss.post(`/api/evidence/${pack.hash}/links`, { name: 'Otra', days: 1 })
  expect([refused.status, refused.body.code]).toEqual([409, 'link_limit'])
  expect((await boss.post(`/api/evidence/${pack.hash}/links`, { name: ' ', days: 1 })).status).toBe(400)
})

it('gives 30 files a minute, and its page beyond them', async () => {
  const { key } = await visit(t, boss)
  const pack = await issue({ containerId: key })
  const [one, other] = [await share(pack), await share(pack)]
  const file = (path: string) => look(`${path}/archivo?format=csv`)
  const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await file(one.path)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  const refused = await file(one.path)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect([(await look(one.path)).status, (await file(other.path)).status]).toEqual([200, 200])
})
