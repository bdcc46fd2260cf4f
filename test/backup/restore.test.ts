import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { RestoreRefused } from '#server/db/backup/restore'
import { backupFolder } from '#server/db/backup/write'
import type { Database } from '#server/db/connect'
import { featureFlags, users } from '#server/db/schema/accounts'
import { systemSettings } from '#server/db/schema/console'
import { recordAudit } from '#server/features/base/audit/service'
import { archiveSupervisor } from '#server/features/console/backups/archive'
import { backUp } from '#server/features/console/backups/service'
import { SYSTEM_TRACE } from '#server/identity/trace'
import { type Actor, type Answer, anonymous, login, operatorOf, register } from '../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../support/app.ts'
import { createOwnedDatabase, createTestDatabase, ownerDoes, restoreInto } from '../support/database.ts'
import { readRecord, recordFaults } from '../support/processes/record-faults.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

const config = (dataDir: string) => readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })

/** JSON whose second and fourth part are what no database reads; the others look like it. */
const unreadable = [
  String.raw`{"a" : [1.0, 12345678901234567890], "\u00f1\n\\u0000 \\\ud83d\ude9a `,
  String.raw`\u0000\ud800\u0000\uDFFF\uD83D`,
  String.raw`\ud83d\ude9a" : "\\ud800 \u0001 `,
  String.raw`\ude9a\ud83d`,
  String.raw`\\"}`,
]

let dataDir: string
let old: TestApp
/** Quiet while the backup is made: what this supervisor sees then is what is compared. */
let boss: Actor
let drivers: Actor[]
/** Whose drivers press on all the time. */
let busy: Actor
let busyDrivers: Actor[]
let containerId: string
let reportId: number
let pack: { clientId: number; hash: string }
/** Of a supervisor of whom nothing else is compared. */
let unreadableReportId: number
let deletedDriver: Actor
let file: string
let pressed = 0
let before: Map<string, Answer>

/** How each read of the product is asked; a read that is not here fails the test. */
function reads(): Record<string, string[]> {
  const [driver] = drivers
  return {
    '/api/config': [''],
    // A file beside the data.
    '/api/tiles/{z}/{x}/{y}': [],
    '/api/public/containers/{containerId}': [
      `/api/public/containers/${containerId}`,
      '/api/public/containers/CSQU3054383',
    ],
    '/api/public/events/{containerId}': [`/api/public/events/${containerId}`],
    '/api/public/invitations/{token}': ['/api/public/invitations/nadie'],
    '/api/password/validate-token': ['?token=nadie'],
    // Sessions, which no backup holds.
    '/api/account': [],
    '/api/account/passkeys': [''],
    '/api/account/second-factor': [''],
    '/api/admin/second-factor': [''],
    '/api/user': [''],
    '/api/user/features': [''],
    '/api/containers/active': [''],
    '/api/operator/guide': [''],
    '/api/supervisor/operations': [''],
    '/api/supervisor/step-percentiles': [''],
    '/api/supervisor/operator-logs': [''],
    '/api/supervisor/links': [''],
    '/api/supervisor/places': [''],
    '/api/supervisor/places/suggested': [''],
    '/api/supervisor/places/outside': [''],
    '/api/supervisor/places/tracks': ['?south=10&west=-120&north=35&east=-80'],
    '/api/supervisor/places/geojson': [''],
    '/api/operator/places': [''],
    '/api/supervisor/kpis': ['?month=2026-03', '?month=2026-02', `?month=2026-03&operatorId=${driver?.id}`],
    '/api/supervisor/kpis/visits': ['?month=2026-03&timing=totalTime'],
    '/api/supervisor/kpis/corrections': ['?month=2026-03'],
    '/api/supervisor/kpis/turn-times': ['?month=2026-03'],
    '/api/supervisor/kpis/turn-hours': ['?month=2026-03'],
    '/api/supervisor/forecasts': [''],
    '/api/supervisor/forecasts/calibration': ['?month=2026-03'],
    // Made by each installation.
    '/api/push-key': [],
    '/api/alerts': [''],
    '/api/alert-rules': [''],
    '/api/quiet-hours': [''],
    '/api/detention/contracts': [''],
    '/api/detention/now': [''],
    '/api/detention': ['?month=2026-03'],
    '/api/detention/settlements': [`?clientId=${pack.clientId}&month=2026-03`],
    '/api/evidence/{hash}/file': [`/api/evidence/${pack.hash}/file?format=csv`],
    '/api/evidence/links': [`?clientId=${pack.clientId}&month=2026-03`],
    '/api/events': [
      '',
      '?limit=3',
      '?position=outside',
      '?after=0',
      '?q=CSQU',
      `?operatorId=${driver?.id}`,
      '?eventType=en_route',
    ],
    '/api/events/export': ['', '?days=7'],
    '/api/events/{containerId}': [`/api/events/${containerId}`],
    '/api/containers/{containerId}/corrections': [`/api/containers/${containerId}/corrections`],
    '/api/containers/{containerId}/links': [`/api/containers/${containerId}/links`],
    '/api/containers/all': [''],
    '/api/containers/ids': [''],
    '/api/reports': [''],
    '/api/reports/{id}': [`/api/reports/${reportId}`],
    '/api/users/operators': [''],
    '/api/users/operators/{id}/metrics': [
      `/api/users/operators/${driver?.id}/metrics`,
      `/api/users/operators/${deletedDriver.id}/metrics`,
    ],
    '/api/admin/session': [''],
    '/api/admin/users': [''],
    '/api/admin/settings': [''],
    // What waits and what was asked for belongs to the installation: no backup holds it.
    '/api/admin/mails': [],
    '/api/admin/usage': [],
    // Exports are reads that leave a trace: without an action, each reading would find those of the one before.
    '/api/admin/audit': ['?action=operator_created', '?action=operator_created&limit=2'],
    '/api/admin/audit/export': ['?action=operator_created'],
    '/api/admin/users/{id}/features': [`/api/admin/users/${boss.id}/features`],
    '/api/admin/supervisor/{id}/metrics': [`/api/admin/supervisor/${boss.id}/metrics`],
  }
}

async function answersOf(t: TestApp): Promise<Map<string, Answer>> {
  const { body } = await anonymous(t.app).get('/api/openapi.json')
  const routes = Object.entries<object>(body.paths).flatMap(([path, ways]) => ('get' in ways ? [path] : []))
  expect(routes.filter((path) => !(path in reads()))).toEqual([])
  const [driver = boss] = drivers
  const people: [string, Actor, Record<string, string>][] = [
    ['nobody', anonymous(t.app), {}],
    ['supervisor', await login(t.app, boss.username), {}],
    ['driver', await login(t.app, driver.username), {}],
    ['administrator', anonymous(t.app), { 'x-admin-key': ADMIN_KEY }],
  ]
  const answers = new Map<string, Answer>()
  for (const path of routes) {
    for (const asked of reads()[path] ?? []) {
      const url = asked.startsWith('/') ? asked : path + asked
      for (const [name, person, headers] of people) {
        const { status, body: said, headers: got } = await person.get(url, headers)
        if (name === 'administrator' && path.startsWith('/api/admin/')) expect(status, url).toBe(200)
        // A number of this one request, in errors alone.
        if (said?.requestId) said.requestId = 'x'
        // The looks of this test are views.
        if (path.endsWith('/links') && status === 200) for (const one of said) delete one.views
        delete said?.premium?.uses?.linkSharing.linkViews
        const told = ['etag', 'x-total-count', 'x-next-cursor', 'content-type', 'content-disposition']
        answers.set(`${name} ${url}`, {
          status,
          body: said,
          headers: Object.fromEntries(told.map((header) => [header, got[header]])),
        })
      }
    }
  }
  return answers
}

async function drive(driver: Actor, number: string, steps: readonly string[]): Promise<string> {
  const { body } = await driver.post('/api/containers', { containerId: number, operationType: 'load' })
  for (const eventType of steps) {
    old.clock.advance(61_234)
    const answer = await driver.post('/api/events', {
      containerId: body.containerId,
      eventType,
      coordinates: { lat: 19.0512345678901, lng: -104.3139999999 },
      accuracy: 12.3,
    })
    expect(answer.status).toBe(201)
  }
  return body.containerId
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-backup-'))
  old = await createTestApp({ config: config(dataDir) })
  boss = await register(old.app, 'supervisor', 'jefa')
  busy = await register(old.app, 'supervisor', 'ocupado')
  await register(old.app, 'operator', 'suelto')
  drivers = [await operatorOf(old.app, boss, 'chofer.a'), await operatorOf(old.app, boss, 'chofer.b')]
  busyDrivers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => operatorOf(old.app, busy, `ocupado.${i}`)),
  )
  // The newest account of all, and gone: its number must not come again.
  deletedDriver = await operatorOf(old.app, boss, 'chofer.ido')
  const [first = boss, second = boss] = drivers
  await drive(deletedDriver, 'HLXU2008419', REST_OF_TRIP)
  await drive(first, 'TOLU4734787', REST_OF_TRIP)
  containerId = await drive(first, 'CSQU3054383', REST_OF_TRIP.slice(0, 2))
  await drive(second, 'TCNU7200794', ['en_route', 'stop_fuel'])
  const corrected = await boss.post(`/api/containers/${containerId}/corrections`, {
    kind: 'retraction',
    position: 3,
    reason: 'se equivocó',
  })
  expect(corrected.status).toBe(201)
  expect((await boss.delete(`/api/users/operators/${deletedDriver.id}`)).status).toBeLessThan(300)
  const saved = await boss.post('/api/reports', { month: '2026-03', operatorId: null })
  expect(saved.status).toBe(201)
  reportId = saved.body.id
  const place = await boss.post('/api/supervisor/places', {
    ...{ name: 'Parque', kind: 'park', client: 'Cliente', freeMinutes: 120 },
    shape: { type: 'circle', center: { lat: 20.52, lng: -103.18 }, radiusMetres: 300 },
  })
  expect(place.status).toBe(201)
  const { clientId } = place.body
  const issued = await boss.post('/api/evidence', { clientId, month: '2026-03' })
  pack = { clientId, hash: issued.body.hash }
  const shared = await boss.post(`/api/evidence/${pack.hash}/links`, { name: 'Contaduría', days: 30 })
  expect(shared.status).toBe(201)
  await boss.post('/api/users/invitations')
  expect((await boss.post(`/api/containers/${containerId}/share`)).status).toBe(201)
  const link = { name: 'Cliente', level: 'times', days: 30 }
  expect((await boss.post(`/api/containers/${containerId}/links`, link)).status).toBe(201)
  const { orm } = old.deps.database
  // What no phone can send, and a careless file format would break.
  await orm.update(users).set({ displayName: 'José\u2028"Ñ"\n\\ 🚚' }).where(eq(users.id, second.id))
  await orm.execute(sql`update reports set report_data = '{"a" :
    [1.0, 12345678901234567890]}'::json where id = ${reportId}`)
  // What was taken in before the product looked at it: text that a `json` column keeps and no database reads.
  const early = await register(old.app, 'supervisor', 'temprana')
  unreadableReportId = (await early.post('/api/reports', { month: '2026-03' })).body.id
  await orm.execute(
    sql`update reports set report_data = ${unreadable.join('')}::json where id = ${unreadableReportId}`,
  )
  await ownerDoes(old.deps.database, 'update events set recorded_at = recorded_at where id = 1')
  await orm.insert(systemSettings).values({ settingKey: 'operator_limit', settingValue: '30' })
  await orm.update(featureFlags).set({ fullScreenEnabled: false }).where(eq(featureFlags.userId, boss.id))
  await recordAudit(orm, SYSTEM_TRACE, old.clock.now(), {
    action: 'setting_changed',
    target: 'x',
    before: { v: 1 } as object,
    after: { v: 2.5 } as object,
  })

  before = await answersOf(old)
  let writing = true
  const load = busyDrivers.map(async (driver, i) => {
    for (let n = 0; writing; n++) {
      const box = `MSKU${String(1_000_000 + i * 1000 + n)}`
      const { body } = await driver.post('/api/containers', { containerId: box, operationType: 'load' })
      pressed++
      for (const eventType of REST_OF_TRIP) {
        if (!writing) return
        const answer = await driver.post('/api/events', { containerId: body.containerId, eventType })
        expect(answer.status).toBe(201)
        pressed++
      }
    }
  })
  while (pressed < 200) await new Promise((resolve) => setTimeout(resolve, 5))
  file = (await backUp(old.deps)).file
  const at = pressed
  while (pressed < at + 50) await new Promise((resolve) => setTimeout(resolve, 5))
  writing = false
  await Promise.all(load)
})
afterAll(async () => {
  await old.close()
  await rm(dataDir, { recursive: true, force: true })
})

const path = (name = file) => join(backupFolder(dataDir), name)

describe('a restored product', () => {
  let fresh: TestApp
  beforeAll(async () => {
    const database = await createTestDatabase()
    await restoreInto(database, path())
    fresh = await createTestApp({ config: config(dataDir), database, clock: old.clock })
  })
  afterAll(() => fresh.close())

  it('answers every read as the old one did', async () => {
    const after = await answersOf(fresh)
    for (const [asked, answer] of before) expect([asked, after.get(asked)]).toEqual([asked, answer])
    expect(after.size).toBe(before.size)
    expect(before.get(`supervisor /api/reports/${reportId}`)?.status).toBe(200)
    expect(before.get('supervisor /api/supervisor/operations')?.body.operations).toHaveLength(2)
  })

  it('holds a report that no database could read back, cleaned, and nothing else of it changed', async () => {
    const row = async ({ deps }: TestApp) => {
      const { rows } = await deps.database.orm.execute<{ data: string; others: string }>(sql`
        select report_data::text as data, row(id, supervisor_id, operator_id, month, figures, timestamp)::text as others
        from reports where id = ${unreadableReportId}`)
      return rows[0]
    }
    const [was, is] = [await row(old), await row(fresh)]
    expect(was?.data).toBe(unreadable.join(''))
    const clean = unreadable.map((part, i) => (i % 2 === 1 ? part.replace(/\\u..../g, '\\ufffd') : part))
    expect(is).toEqual({ ...was, data: clean.join('') })
    expect(JSON.parse(is?.data ?? '')).toEqual(expect.any(Object))
  })

  it('holds one instant of what was being written, whole', async () => {
    const [then, now] = [await readRecord(fresh.deps.database), await readRecord(old.deps.database)]
    const upTo = new Map(then.counters.map((row) => [row.tenantId, row.lastSeq]))
    const cut = now.events.filter((e) => e.seq <= (upTo.get(e.supervisorId ?? e.userId) ?? 0))
    const mine = cut.filter((e) => e.supervisorId === busy.id)
    expect(mine.length).toBeGreaterThan(100)
    expect(mine.length).toBeLessThan(now.events.filter((e) => e.supervisorId === busy.id).length)
    expect(then.events).toEqual(cut)
    const presses = cut.map((e) => ({ ...e, acknowledged: 1, unknown: 0, refused: 0 }) as never)
    expect(recordFaults(then, presses)).toEqual([])
  })

  it('goes on counting where the old one was', async () => {
    const [name] = busyDrivers
    const driver = await login(fresh.app, name?.username ?? '')
    const { body: active } = await driver.get('/api/containers/active')
    const counter = async () =>
      (await readRecord(fresh.deps.database)).counters.find((row) => row.tenantId === busy.id)?.lastSeq ?? 0
    const seq = await counter()
    if (active) {
      const next = REST_OF_TRIP[REST_OF_TRIP.indexOf(active.currentEventType) + 1]
      const answer = await driver.post('/api/events', { containerId: active.containerId, eventType: next })
      expect([answer.status, answer.body.seq]).toEqual([201, seq + 1])
    } else {
      await driver.post('/api/containers', { containerId: 'MSKU9999999', operationType: 'load' })
      expect(await counter()).toBe(seq + 1)
    }
  })

  it('gives a new account a number that nobody ever had', async () => {
    expect((await register(fresh.app, 'supervisor', 'nueva')).id).toBeGreaterThan(deletedDriver.id)
  })

  it('lets nobody in who was in the old one', async () => {
    const stranger = Object.assign(anonymous(fresh.app), { cookie: boss.cookie })
    expect((await stranger.get('/api/user')).status).toBe(401)
  })
})

describe('restoring', () => {
  let database: Database
  beforeAll(async () => {
    database = await createOwnedDatabase()
  })
  afterAll(() => database.close())

  const isEmpty = async () => {
    const { rows } = await database.orm.execute(sql`select 1 from users union all select 1 from events`)
    return rows.length === 0
  }
  const given = async (bytes: Uint8Array): Promise<string> => {
    const broken = join(dataDir, 'broken.ndjson.gz')
    await writeFile(broken, bytes)
    return broken
  }
  const changed = async (change: (text: string) => string) =>
    given(gzipSync(change(gunzipSync(await readFile(path())).toString())))
  const lines = (text: string) => text.trimEnd().split('\n')

  it.each<[string, () => Promise<string>, string]>([
    ['cut off', async () => given((await readFile(path())).subarray(0, -40)), 'dañado o incompleto'],
    [
      'cut off at the end of a line',
      () => changed((text) => `${lines(text).slice(0, -1).join('\n')}\n`),
      'dañado o incompleto',
    ],
    [
      'without one row',
      () =>
        changed(
          (text) =>
            `${lines(text)
              .filter((_, i) => i !== 3)
              .join('\n')}\n`,
        ),
      'dañado o incompleto',
    ],
    [
      'with one letter changed',
      () => changed((text) => text.replace('"jefa"', '"jefe"')),
      'dañado o incompleto',
    ],
    ['with more behind its end', () => changed((text) => `${text}{"id":1}\n`), 'dañado o incompleto'],
    ['no gzip', () => given(Buffer.from('hola')), 'dañado o incompleto'],
    ['of somebody else', () => given(gzipSync('{"a":1}\n')), 'no es un respaldo de Acarreo'],
    ['empty', () => given(gzipSync('')), 'no es un respaldo de Acarreo'],
    ['that is not there', async () => join(dataDir, 'nada'), 'No existe el archivo'],
    [
      'of a newer schema',
      () =>
        changed((text) =>
          text.replace('"migrations":[', '"migrations":[{"hash":"f00","createdAt":9999999999999},'),
        ),
      'versión más nueva',
    ],
    [
      'of a newer format',
      () => changed((text) => text.replace('"format":1', '"format":2')),
      'versión más nueva',
    ],
    [
      'of one supervisor',
      async () => {
        const { file: name } = await old.deps.database.orm.transaction((tx) =>
          archiveSupervisor(tx, { dataDir, backupKeys: [], recordKeys: [] }, boss.id, old.clock.now()),
        )
        return join(dataDir, 'archive', name)
      },
      'de un supervisor eliminado',
    ],
  ])('refuses a file %s and leaves the database empty', async (_, make, sentence) => {
    await expect(make().then((made) => restoreInto(database, made))).rejects.toThrow(sentence)
    expect(await isEmpty()).toBe(true)
  })

  it('says which table a row does not fit, with at most the one value that does not fit, and changes nothing', async () => {
    const made = await changed((text) => {
      const all = lines(text.replace('"is_active":true', '"is_active":"tal vez"'))
      const [body, end] = [`${all.slice(0, -1).join('\n')}\n`, JSON.parse(all.at(-1) ?? '')]
      const sha256 = createHash('sha256').update(body).digest('hex')
      return `${body}${JSON.stringify(['end', { ...end[1], sha256 }])}\n`
    })
    const error: Error = await restoreInto(database, made).then(
      () => Promise.reject(new Error('restored')),
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(RestoreRefused)
    expect(error.message).toContain('users')
    expect(error.message).toContain('invalid input syntax for type boolean: "tal vez"')
    expect(error.message).not.toMatch(/params|argon2|@example\.com/)
    expect(await isEmpty()).toBe(true)
  })

  it('refuses a database with anything in it', async () => {
    await expect(restoreInto(old.deps.database, path())).rejects.toThrow('no está vacía')
  })
})

it('nothing unfinished is left in the folder', async () => {
  expect(await readdir(backupFolder(dataDir))).toEqual([file])
})
