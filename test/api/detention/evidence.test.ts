import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, anonymous, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { parseCsv } from '../../support/csv.ts'
import { ownerDoes } from '../../support/database.ts'
import { setFlags } from '../../support/flags.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { contractOf, type MadeVisit, parkOf, visit } from '../../support/visit.ts'

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

const issue = async (body: object, who = boss) => (await who.post('/api/evidence', body)).body
const verify = (hash: string, headers = {}) => anonymous(t.app).get(`/verificar/${hash}`, headers)
const stored = async (hash: string): Promise<string> =>
  (await t.deps.database.pool.query('select content from evidence_packs where hash = $1', [hash])).rows[0]
    .content

async function pdfOf(hash: string, language: string): Promise<Buffer> {
  const answer = await t.app.inject({
    url: `/api/evidence/${hash}/file?format=pdf&language=${language}`,
    headers: { cookie: `acarreo.sid=${boss.cookie}` },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return answer.rawPayload
}

async function correctArrival({ key, arrivedAt }: MadeVisit): Promise<void> {
  const { body } = await boss.get(`/api/events/${key}`)
  const { position } = body.find((event: { eventType: string }) => event.eventType === 'arrived_at_park')
  const timestamp = new Date(arrivedAt + 600_000).toISOString()
  const correction = { kind: 'time', position, timestamp, reason: 'según la caseta' }
  expect((await boss.post(`/api/containers/${key}/corrections`, correction)).status).toBe(201)
}

describe('the pack of an operation', () => {
  it('says what happened and what it costs, in both languages; a correction makes version 2', async () => {
    const made = await visit(t, boss)
    const first = await issue({ containerId: made.key })
    expect(first).toMatchObject({ version: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(
      createHash('sha256')
        .update(await stored(first.hash))
        .digest('hex'),
    ).toBe(first.hash)
    t.clock.advance(60_000)
    // Issued again it is the same, to the byte.
    expect(await issue({ containerId: made.key })).toEqual(first)
    const spanish = await pdfOf(first.hash, 'es')
    expect(await pdfOf(first.hash, 'es')).toEqual(spanish)

    const { rows } = await t.deps.database.pool.query(
      'select chain_head from containers where container_id = $1',
      [made.key],
    )
    const said = pdfText(spanish)
    expect(spanish.toString('latin1')).toMatch(/\/Lang \(es\)[\s\S]*\/MarkInfo/)
    expect(spanish.toString('latin1').match(/\/S \/TH\b/g)?.length).toBeGreaterThan(10)
    expect(said.indexOf('$ 630.00')).toBeLessThan(said.indexOf('Datos'))
    for (const part of [
      made.number,
      'Parque Ñandú',
      'Importadora',
      'Anual',
      '$ 840.00',
      'Llegada al parque',
      'en el lugar: 20.500000,',
      '-103.200000 ± 20 m',
      '2 h 37 min',
      '37 min',
      '$ 630.00',
      rows[0].chain_head.toString('hex'),
      first.hash,
    ]) {
      expect(said).toContain(part)
    }
    for (const [part, minutes] of [
      ['Fila', 41],
      ['Estacionamiento', 14],
      ['Servicio', 85],
      ['Salida', 17],
      ['Terminal', 116],
      ['Visita', 157],
    ]) {
      expect(said).toMatch(new RegExp(`\n${part} \\(.*\\)\n${minutes}\n`))
    }
    // The key would open the operation to every reader.
    expect(said + (await stored(first.hash))).not.toContain(made.key.split('_')[1])
    expect(pdfText(await pdfOf(first.hash, 'en'))).toMatch(/\$ 630\.00[\s\S]*Arrival at the park[\s\S]*Queue/)

    await correctArrival(made)
    const second = await issue({ containerId: made.key })
    expect(second.version).toBe(2)
    // By the name that people know, not by the one for the login.
    const [correction] = JSON.parse(await stored(second.hash)).corrections
    expect(correction).toMatchObject({ author: `Nombre de ${boss.username}`, reason: 'según la caseta' })
    const corrected = pdfText(await pdfOf(second.hash, 'es'))
    for (const part of ['según la caseta', 'registrado primero:', '27 min', '$ 420.00']) {
      expect(corrected).toContain(part)
    }
    expect(corrected).toMatch(/\nFila \(.*\)\n31\n[\s\S]*\nTerminal \(.*\)\n116\nVisita \(.*\)\n147\n/)
    // What was issued stays what it was, and says that there is a newer one.
    expect(pdfText(await pdfOf(first.hash, 'es'))).toContain('$ 630.00')
    expect((await verify(first.hash)).body).toContain('Hay una versión más nueva')
    expect((await verify(second.hash)).body).toContain('Es la versión más reciente')
  })

  it('is issued once when two ask at the same moment, for an own and ended operation alone', async () => {
    const { key } = await visit(t, boss)
    const both = await Promise.all([issue({ containerId: key }), issue({ containerId: key })])
    expect(both[0]).toEqual(both[1])
    expect((await rival.post('/api/evidence', { containerId: key })).status).toBe(404)
    expect((await rival.get(`/api/evidence/${both[0].hash}/file?format=csv`)).status).toBe(404)
    const open = await visit(t, boss, 41)
    const refused = await boss.post('/api/evidence', { containerId: open.key })
    expect([refused.status, refused.body.code]).toEqual([409, 'evidence_open'])
  })

  it('needs the function of figures', async () => {
    await setFlags(t.deps, boss, { kpiVisibility: false })
    expect((await boss.post('/api/evidence', { clientId, month: '2026-03' })).body.code).toBe('premium')
    await setFlags(t.deps, boss, { kpiVisibility: true })
  })
})

describe('the pack of a month', () => {
  it('has the ended visits of one client with their sum, as a table', async () => {
    const pack = await issue({ clientId, month: '2026-03' })
    const { body } = await boss.get(`/api/evidence/${pack.hash}/file?format=csv&language=en`)
    const visits = parseCsv(body.slice(1)).filter(([section]) => section === 'Visits')
    // Its head, and the two ended ones of above.
    expect(visits.map((row) => row[6])).toEqual(['Amount (MXN)', '420', '630'])
    expect(visits[1]?.[2]).toMatch(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/)
    // Eight digits of a hash may read as a number, and did.
    for (const row of visits.slice(1)) expect(row[8]).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(parseCsv(body.slice(1))).toContainEqual(['Detention total (MXN)', '1050'])
    expect((await verify(pack.hash)).body).toContain('marzo de 2026')
    expect((await issue({ clientId, month: '2026-02' })).version).toBe(1)
    expect((await rival.post('/api/evidence', { clientId, month: '2026-03' })).status).toBe(404)
  })
})

describe('what a pack is called', () => {
  it.each(['Ñandú «y» "compañía" \\ hijos\'', `${'"'.repeat(40)} y ${'\\'.repeat(30)}`])(
    'is what its content says, whatever the client is called: %s',
    async (client) => {
      const place = await boss.post(
        '/api/supervisor/places',
        parkOf(`Patio de ${client}`.slice(0, 40), { client }),
      )
      const pack = await issue({ clientId: place.body.clientId, month: '2026-03' })
      const content = JSON.parse(await stored(pack.hash))
      expect(content.client).toBe(client)
      const { rows } = await t.deps.database.pool.query(
        "select target from audit_log where action = 'evidence_issued' order by id desc limit 1",
      )
      expect(rows).toEqual([{ target: `${client} 2026-03` }])
    },
  )

  it('is the number of the container as it was issued', async () => {
    const made = await visit(t, boss)
    const pack = await issue({ containerId: made.key })
    const { headers } = await boss.get(`/api/evidence/${pack.hash}/file?format=csv`)
    expect(headers['content-disposition']).toContain(`expediente_${made.number}_v1.csv`)
  })
})

describe('/verificar', () => {
  it('tells a stranger number, version and time of the issue, and nothing else', async () => {
    const made = await visit(t, boss)
    const { hash } = await issue({ containerId: made.key })
    const { status, body, headers } = await verify(hash)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain(made.number)
    expect(body).toContain('Este expediente fue emitido por Acarreo')
    for (const secret of [
      'Importadora',
      'Parque Ñandú',
      '630',
      made.driver.username,
      boss.username,
      made.key,
    ]) {
      expect(body).not.toContain(secret)
    }
    expect((await verify(hash, { cookie: 'acarreo.language=en' })).body).toContain('issued by Acarreo')
  })

  it('gives one calm answer for what was never issued, what is no hash, and what was changed in the database', async () => {
    const { hash } = await issue({ containerId: (await visit(t, boss)).key })
    const unknown = await verify('0'.repeat(64))
    expect(unknown.status).toBe(404)
    expect(unknown.body).toContain('Revise que el código')
    expect(await verify('no-es-un-hash')).toMatchObject({ status: 404, body: unknown.body })
    await ownerDoes(
      t.deps.database,
      `update evidence_packs set content = content || ' ' where hash = '${hash}'`,
    )
    expect(await verify(hash)).toMatchObject({ status: 404, body: unknown.body })
  })

  it('knows nothing of a supervisor who was deleted', async () => {
    const gone = await register(t.app, 'supervisor')
    await gone.post('/api/supervisor/places', parkOf('Patio', { client: 'Otra' }))
    const { hash } = await issue({ containerId: (await visit(t, gone)).key }, gone)
    expect((await verify(hash)).status).toBe(200)
    const admin = await administrator(t.app)
    expect((await admin.delete(`/api/admin/supervisors/${gone.id}`)).status).toBe(200)
    expect((await verify(hash)).status).toBe(404)
  })
})
