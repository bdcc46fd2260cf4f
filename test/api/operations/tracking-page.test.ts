import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { systemSettings } from '#server/db/schema/console'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { asOwner } from '../../support/database.ts'
import { setFlags } from '../../support/flags.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

const [ENGLISH, SPANISH] = ['acarreo.language=en', 'acarreo.language=es']

const HOSTILE = `<script>alert("1")</script>`

let t: TestApp
let boss: Actor
let driver: Actor
let key: string
/** Paths by level. */
const links: Record<string, string> = {}

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  const coordinates = { lat: 20.52, lng: -103.179 }
  const start = { containerId: 'CSQU3054383', operationType: 'load', coordinates }
  key = (await driver.post('/api/containers', start)).body.containerId
  t.clock.advance(60_000)
  await driver.post('/api/events', { containerId: key, eventType: 'en_route', coordinates })
  for (const level of ['status', 'times', 'full']) {
    const { body } = await boss.post(`/api/containers/${key}/links`, { name: 'x', level, days: 1 })
    links[level] = new URL(body.url).pathname
  }
})
afterAll(() => t.close())

const open = (path: string, headers: Record<string, string> = {}, who = anonymous(t.app)) =>
  who.get(path, headers)
/** What a person reads, without the style sheet. */
const read = (body: string): string => body.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ')
const viewsOf = async (): Promise<number[]> =>
  (await boss.get(`/api/containers/${key}/links`)).body.map(
    ({ views }: { views: { count: number } }) => views.count,
  )

describe('the page of a container', () => {
  it('has everything in the answer itself, and is kept nowhere', async () => {
    const { status, headers, body } = await open(`/container/${key}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    const text = read(body)
    for (const told of [
      ...['Seguimiento de Contenedor', 'Estado Actual', 'Historial', 'Carga', 'En Progreso'],
      ...['Viajando al parque', 'Llegada al parque', driver.username, '20.520000, -103.179000'],
      ...['10/03/26 12:00', '10/03/26 12:01', 'Ver en mapa completo', 'Actualizar', 'America/Mexico_City'],
    ]) {
      expect(text).toContain(told)
    }
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(body).toContain('<noscript><meta http-equiv="refresh"')
    expect(body).toContain('https://www.google.com/maps?q=20.52,-103.179')
    // Whoever looks over a shoulder, or saves the page, gets no link.
    expect(body).not.toContain(key.split('_')[1])
  })

  it('shows driver and place by the operation key, also while links are not in the plan', async () => {
    await setFlags(t.deps, boss, { linkSharing: false })
    const text = read((await open(`/container/${key}`)).body)
    for (const told of [driver.username, '20.520000, -103.179000']) expect(text).toContain(told)
    await setFlags(t.deps, boss, { linkSharing: true })
  })

  it('shows what its link allows', async () => {
    const times = (await open(links.times ?? '')).body
    expect(read(times)).toContain('10/03/26 12:01')
    const status = (await open(links.status ?? '')).body
    expect(read(status)).toContain('Viajando al parque')
    expect(read(status)).not.toMatch(/\d\d:\d\d|\d min|\d s\b/)
    expect(status).not.toMatch(/datetime=|2026-/)
    for (const body of [times, status, (await open('/container/CSQU3054383')).body]) {
      expect(body).not.toMatch(/20\.52|google|Guadalajara/)
      expect(body).not.toContain(driver.username)
    }
    expect(read((await open(links.full ?? '')).body)).toContain(driver.username)
  })

  it('tells the kind of a stop at the level that shows all, and below it that it is one', async () => {
    const { body: stop } = await driver.post('/api/events', { containerId: key, eventType: 'stop_bathroom' })
    for (const [level = '', path] of Object.entries(links)) {
      const page = (await open(path)).body
      const { body: said } = await anonymous(t.app).get(`/api/public/containers/${path.split('/').at(-1)}`)
      const { body: events } = await anonymous(t.app).get(`/api/public/events/${path.split('/').at(-1)}`)
      const isFull = level === 'full'
      expect([level, read(page).includes('Parada'), /Baño|bathroom/.test(page)]).toEqual([
        level,
        true,
        isFull,
      ])
      expect([said.currentStatus, said.currentEventType, events[0].eventType]).toEqual(
        isFull ? ['Parada: Baño', 'stop_bathroom', 'stop_bathroom'] : ['Parada', 'stop', 'stop'],
      )
      // Nor does the preview of a messenger.
      expect(page).toContain(`<meta property="og:description" content="${said.currentStatus}`)
      expect(page).toMatch(/<meta property="og:title" content="CSQU 305438 3/)
      expect(page).toMatch(/<meta property="og:image" content="http[^"]+\/icons\/icon-512.png">/)
    }
    await driver.post(`/api/events/${stop.id}/corrections`, { kind: 'retraction' })
    await driver.post('/api/events', { containerId: key, eventType: 'resume_route' })
  })

  it('names the place of the operation where it shows positions, else the town', async () => {
    const kept = await boss.post('/api/supervisor/places', {
      name: 'Parque <Sur>',
      kind: 'park',
      shape: { type: 'circle', center: { lat: 20.52, lng: -103.179 }, radiusMetres: 300 },
    })
    const { headers } = await open(links.full ?? '')
    const give = (placeId: number | null) => boss.put(`/api/containers/${key}/destination`, { placeId })
    await give(kept.body.id)
    const poll = { 'if-none-match': String(headers.etag) }
    const { body } = await open(links.full ?? '', poll)
    expect(body).toContain('<dd>Parque &lt;Sur&gt;</dd>')
    expect(body.match(/Parque &lt;Sur&gt;/g)).toHaveLength(4)
    expect(read(body)).not.toContain('El Salto')
    for (const path of [links.times ?? '', links.status ?? '', '/container/CSQU3054383']) {
      expect((await open(path)).body).not.toContain('Parque &lt;')
    }
    await give(null)
    const text = read((await open(links.full ?? '')).body)
    expect([text.includes('Parque &lt;'), text.includes('El Salto')]).toEqual([false, true])
  })

  it('escapes what others have written', async () => {
    const write = (displayName: string, location: string | null) =>
      asOwner(t.deps.database, async ({ pool }) => {
        await pool.query('update containers set display_name = $1, location = $2', [displayName, location])
        await pool.query('update events set location = $1', [location])
      })
    await write(HOSTILE, HOSTILE)
    const { body } = await open(`/container/${key}`)
    expect(body).not.toContain(HOSTILE)
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
    const reflected = await open(`/container/${encodeURIComponent(HOSTILE)}`)
    expect([reflected.status, reflected.body.includes('alert(')]).toEqual([404, false])
    await write(`Chofer ${driver.username}`, null)
  })

  it('is 304 to a poll until something changes', async () => {
    const { headers } = await open(`/container/${key}`)
    const poll = { 'if-none-match': String(headers.etag) }
    expect((await open(`/container/${key}`, poll)).status).toBe(304)
    expect((await open(`/container/${key}`, { ...poll, cookie: ENGLISH })).status).toBe(200)
    await driver.post('/api/events', { containerId: key, eventType: 'arrived_at_park' })
    expect(read((await open(`/container/${key}`, poll)).body)).toContain('Esperando acceso')
  })

  it('comes compressed to whoever can read that', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { headers, rawPayload } = await t.app.inject({
        url: `/container/${key}`,
        headers: { 'accept-encoding': encoding },
      })
      expect([headers['content-encoding'], rawPayload.length < 10_000]).toEqual([encoding, true])
    }
  })
})

describe('its language', () => {
  it.each([
    [
      'es',
      [
        [{}, 'es-MX'],
        [{ 'accept-language': 'en-US' }, 'es-MX'],
        [{ 'accept-language': 'es', cookie: ENGLISH }, 'en'],
        [{ cookie: 'acarreo.language=__proto__' }, 'es-MX'],
      ],
    ],
    [
      'en',
      [
        [{ 'accept-language': 'es-MX' }, 'en'],
        [{ cookie: SPANISH }, 'es-MX'],
      ],
    ],
    [
      'browser',
      [
        [{ 'accept-language': 'en-US,es;q=0.8' }, 'en'],
        [{ 'accept-language': 'fr, es-MX;q=0.9, en;q=0.8' }, 'es-MX'],
        [{ 'accept-language': 'fr' }, 'es-MX'],
        [{ 'accept-language': 'en', cookie: SPANISH }, 'es-MX'],
      ],
    ],
  ] as const)('is the one that was chosen, else the default: %s', async (DEFAULT_LANGUAGE, visits) => {
    const config = readConfig({ LOG_LEVEL: 'silent', DEFAULT_LANGUAGE })
    const { app, close } = await createTestApp({ database: t.deps.database, config })
    try {
      for (const url of ['/container/CSQU3054383', `/verificar/${'0'.repeat(64)}`, '/expediente/e'])
        for (const [headers, locale] of visits)
          expect((await app.inject({ url, headers })).body, url).toContain(`<html lang="${locale}">`)
    } finally {
      await close()
    }
  })

  it('is chosen by a link, which leaves no trace in the address', async () => {
    const { status, headers } = await open('/container/CSQU3054383?lang=en')
    expect([status, headers.location]).toEqual([303, '/container/CSQU3054383'])
    expect(String(headers['set-cookie'])).toMatch(/^acarreo\.language=en; Max-Age=31536000; Path=\/;/)
  })
})

describe('an answer without a container', () => {
  it('is the same for a revoked, an expired and an unknown link', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => boss.post(`/api/containers/${key}/links`, { name: 'x', level: 'full', days: 1 })),
    )
    await boss.delete(`/api/containers/${key}/links/${first?.body.id}`)
    const { pool } = t.deps.database
    await pool.query("update shared_links set expires_at = '2026-01-01' where id = $1", [second?.body.id])
    const paths = [first, second].map((answer) => new URL(answer?.body.url).pathname)
    const answers = await Promise.all(
      [...paths, `/container/e${'A'.repeat(43)}`, '/container/nada', '/container/MSKU0000000/'].map((path) =>
        open(path),
      ),
    )
    expect(read(answers[0]?.body)).toContain('No se encontró información para este contenedor')
    expect(read(answers[0]?.body)).toContain('Volver al Inicio')
    const told = answers.map(({ status, headers: { date: _, ...rest }, body }) =>
      JSON.stringify([status, rest, body]),
    )
    expect(answers[0]?.status).toBe(404)
    expect(new Set(told).size).toBe(1)
  })

  it('has a door for those who have only the number, in any spelling', async () => {
    const door = await open('/rastreo')
    expect([door.status, read(door.body).includes('Rastrear un contenedor')]).toEqual([200, true])
    for (const typed of ['msku1000000', 'MSKU 100000 0', 'https://example.com/container/MSKU1000000']) {
      const { status, headers } = await open(`/rastreo?numero=${encodeURIComponent(typed)}`)
      expect([status, headers.location]).toEqual([303, '/container/MSKU1000000'])
    }
    const wrong = await open(`/rastreo?numero=${encodeURIComponent('"><b>no')}`)
    expect([wrong.status, read(wrong.body).includes('Eso no es un número de contenedor')]).toEqual([
      400,
      true,
    ])
    expect(wrong.body).toContain('value="&quot;&gt;&lt;b&gt;no"')
    // What was not found can be corrected there.
    const unknown = await open('/container/MSKU0000000')
    expect([unknown.status, unknown.body.includes('action="/rastreo"')]).toEqual([404, true])
  })

  it('asks for one where none was named', async () => {
    for (const path of ['/container', '/container/']) {
      const { status, body } = await open(path)
      expect([status, read(body).includes('No se proporcionó ID de contenedor')]).toEqual([404, true])
    }
  })

  it('is a calm page during maintenance', async () => {
    const { orm } = t.deps.database
    await orm.insert(systemSettings).values({ settingKey: 'maintenance_mode', settingValue: 'true' })
    t.deps.bus.publish({ kind: 'settings_changed' })
    await expect.poll(async () => (await open(`/container/${key}`)).status).toBe(503)
    const { headers, body } = await open(`/container/${key}`)
    expect([headers['content-type'], headers['retry-after']]).toEqual(['text/html; charset=utf-8', '5'])
    expect(read(body)).toContain('Estamos dando mantenimiento a Acarreo')
    await orm.delete(systemSettings)
    t.deps.bus.publish({ kind: 'settings_changed' })
    await expect.poll(async () => (await open(`/container/${key}`)).status).toBe(200)
  })

  it('says that it went wrong, and asks again by itself', async () => {
    const limited = await createTestApp({
      database: t.deps.database,
      rateLimits: createRateLimits({ publicPageOfAddress: 1 }),
    })
    expect((await open('/container/nada', {}, anonymous(limited.app))).status).toBe(404)
    const { status, headers, body } = await open('/container/nada', {}, anonymous(limited.app))
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect(read(body)).toContain('Error al cargar datos del contenedor')
    expect(read(body)).toContain('No se pudo obtener información del contenedor')
    expect(body).toContain('http-equiv="refresh"')
    await limited.close()
  })
})

describe('a view', () => {
  it('is an opening; a reload, a poll, a preview, a prefetch and the supervisor are none', async () => {
    const before = await viewsOf()
    const path = links.full ?? ''
    const { headers } = await open(path)
    const [cookie = ''] = [headers['set-cookie']].flat().map(String)
    expect(cookie).toMatch(
      new RegExp(`^acarreo\\.view=1; Max-Age=1800; Path=${path}; HttpOnly; SameSite=Lax$`),
    )
    await open(path, { cookie: cookie.split(';')[0] ?? '' })
    await open(path, { 'if-none-match': String(headers.etag) })
    const preview = await open(path, { 'user-agent': 'WhatsApp/2.23.20.0' })
    expect(preview.headers['set-cookie']).toBeUndefined()
    await open(path, { 'sec-purpose': 'prefetch' })
    await t.app.inject({ method: 'HEAD', url: path })
    await open(`/container/${key}`, {}, boss)
    const after = await viewsOf()
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([0, 0, 0, 1, 0, 0])
  })
})

describe('corrections', () => {
  const correct = (body: object, containerId: string) =>
    boss.post(`/api/containers/${containerId}/corrections`, { reason: 'dicho por la caseta', ...body })

  it('shows that a step was corrected, and neither by whom nor why nor what it was', async () => {
    const colleague = await operatorOf(t.app, boss)
    const { body } = await colleague.post('/api/containers', { containerId: 'TCNU7200794' })
    const path = `/container/${body.containerId}`
    t.clock.advance(600_000)
    await colleague.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
    expect(read((await open(path)).body)).not.toContain('corregido')
    const reported = t.clock.now()
    const timestamp = new Date(reported - 300_000).toISOString()
    expect((await correct({ kind: 'time', position: 2, timestamp }, body.containerId)).status).toBe(201)
    const page = (await open(path)).body
    // In the steps and in the history.
    expect(read(page).match(/corregido/g)).toHaveLength(2)
    expect(page).toContain(timestamp)
    for (const hidden of [boss.username, 'caseta', new Date(reported).toISOString()]) {
      expect(page).not.toContain(hidden)
    }
    await correct({ kind: 'retraction', position: 2 }, body.containerId)
    expect(read((await open(path)).body)).not.toContain('corregido')

    await correct({ kind: 'container_number', containerNumber: 'TEXU3070079' }, body.containerId)
    expect(read((await open(path)).body)).toContain('TEXU 307007 9')
    expect((await open('/container/TEXU3070079')).status).toBe(200)
    // The mistyped number may be on somebody else's box.
    expect((await open('/container/TCNU7200794')).status).toBe(404)
  })

  it('shows a cancelled operation as such, without a next step, and its driver for a day', async () => {
    const colleague = await operatorOf(t.app, boss)
    const { body } = await colleague.post('/api/containers', { containerId: 'TOLU4734787' })
    const path = `/container/${body.containerId}`
    t.clock.advance(3 * 24 * 3_600_000)
    await correct({ kind: 'cancellation' }, body.containerId)
    const page = (await open(path)).body
    expect(read(page)).toContain('Operación anulada')
    expect(read(page)).not.toMatch(/Siguiente paso|siguiente|En Progreso|Terminó/)
    expect(page).not.toContain('caseta')
    expect(read((await open(path, { cookie: ENGLISH })).body)).toContain('Operation cancelled')
    expect(read(page)).toContain(colleague.username)
    t.clock.advance(24 * 3_600_000)
    const later = (await open(path)).body
    expect(read(later)).toContain('Operación anulada')
    expect(later).not.toContain(colleague.username)
  })
})

describe('how much longer a step usually takes', () => {
  it('is told with the times, by the record of the same supervisor, and worded as usual', async () => {
    const desk = await register(t.app, 'supervisor')
    const phone = await operatorOf(t.app, desk)
    const begin = async () =>
      (await phone.post('/api/containers', { containerId: 'TCNU7200794', operationType: 'load' })).body
        .containerId as string
    // Twenty trips whose first step lasts 1 to 20 minutes.
    for (let minutes = 1; minutes <= 20; minutes++) {
      const containerId = await begin()
      t.clock.advance(minutes * 60_000)
      for (const eventType of REST_OF_TRIP) await phone.post('/api/events', { containerId, eventType })
    }
    const containerId = await begin()
    const usual = async () => (await anonymous(t.app).get('/api/public/containers/TCNU7200794')).body.usual
    expect(await usual()).toEqual({ overdue: false, fromSeconds: 300, toSeconds: 900 })
    expect(read((await open('/container/tcnu-720079 4')).body)).toContain(
      'Normalmente faltan entre 5 y 15 min.',
    )
    t.clock.advance(10 * 60_000)
    // Eleven lasted at least ten minutes: the middle half of them is 12 to 18.
    expect(await usual()).toEqual({ overdue: false, fromSeconds: 120, toSeconds: 480 })
    t.clock.advance(10 * 60_000)
    expect(read((await open(`/container/${containerId}`)).body)).toContain(
      'Está tardando más de lo habitual.',
    )
    const { body } = await desk.post(`/api/containers/${containerId}/links`, {
      name: 'x',
      level: 'status',
      days: 1,
    })
    const { pathname } = new URL(body.url)
    expect(
      (await anonymous(t.app).get(pathname.replace('/container/', '/api/public/containers/'))).body.usual,
    ).toBeNull()
    // The other supervisor's history is too short.
    expect((await anonymous(t.app).get(`/api/public/containers/${key}`)).body.usual).toBeNull()
  })
})
