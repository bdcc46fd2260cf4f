import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/account/limits'
import { countLinkViews } from '#server/features/public/links/views'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { ownerDoes } from '../../support/database.ts'
import { setFlags } from '../../support/flags.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

const DAY = 86_400_000
const LAT = 20.52

let t: TestApp
let boss: Actor
let rival: Actor
let counter = 1_000_000

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  rival = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

interface Trip {
  key: string
  number: string
  driver: Actor
}

async function trip(supervisor = boss): Promise<Trip> {
  const driver = await operatorOf(t.app, supervisor)
  const number = `TEST${++counter}`
  const coordinates = { lat: LAT, lng: -103.179 }
  const { body } = await driver.post('/api/containers', {
    containerId: number,
    operationType: 'load',
    coordinates,
  })
  await driver.post('/api/events', { containerId: body.containerId, eventType: 'en_route', coordinates })
  return { key: body.containerId, number, driver }
}

async function end({ key, driver }: Trip): Promise<void> {
  for (const eventType of REST_OF_TRIP.slice(1)) {
    const { status } = await driver.post('/api/events', { containerId: key, eventType })
    expect([eventType, status]).toEqual([eventType, 201])
  }
}

const linksOf = async (key: string, who = boss) => (await who.get(`/api/containers/${key}/links`)).body
const make = async (key: string, more: object = {}) => {
  const answer = await boss.post(`/api/containers/${key}/links`, {
    name: 'Cliente',
    level: 'full',
    days: 7,
    ...more,
  })
  expect(answer.status).toBe(201)
  const reference: string = new URL(answer.body.url).pathname.split('/')[2] ?? ''
  return { ...answer.body, reference }
}
/** What a bare container number shows. */
const showOfNumbers = (settingValue: string) =>
  t.deps.database.pool.query(
    `insert into system_settings (setting_key, setting_value) values ('public_tracking', $1)
     on conflict (setting_key) do update set setting_value = $1`,
    [settingValue],
  )
const look = (reference: string, headers = {}) =>
  anonymous(t.app).get(`/api/public/containers/${reference}`, headers)
const lookAtEvents = (reference: string) => anonymous(t.app).get(`/api/public/events/${reference}`)

describe('the default link', () => {
  it('needs no preparation; a day after the end it shows what the bare number shows', async () => {
    const one = await trip()
    expect((await look(one.key)).body).toMatchObject({
      visibility: 'full',
      username: `Chofer ${one.driver.username}`,
    })
    expect(await linksOf(one.key)).toMatchObject([
      { id: 'default', name: null, level: 'full', state: 'valid', expiresAt: null },
    ])
    await end(one)
    const ended = t.clock.now()
    t.clock.advance(DAY - 1)
    const { status, headers } = await look(one.key)
    expect(status).toBe(200)
    const seen = (await linksOf(one.key))[0].views
    t.clock.advance(1)
    // The number is on the box.
    const byNumber = (await look(one.number)).body
    expect(byNumber).toMatchObject({ visibility: 'times', containerId: one.number, username: null })
    const poll = await look(one.key, { 'if-none-match': String(headers.etag) })
    expect(poll).toMatchObject({ status: 200, body: { ...byNumber, containerId: one.key } })
    expect((await lookAtEvents(one.key)).body).toEqual((await lookAtEvents(one.number)).body)
    expect(await linksOf(one.key)).toMatchObject([
      { state: 'expired', expiresAt: new Date(ended + DAY).toISOString(), views: seen },
    ])
    expect((await boss.post(`/api/containers/${one.key}/share`)).body.code).toBe('link_ended')
    // A new trip of the same box is another operation.
    await one.driver.post('/api/containers', { containerId: one.number, operationType: 'unload' })
    expect((await look(one.number)).body.isActive).toBe(true)
    expect((await look(one.key)).body).toMatchObject({ isActive: false, visibility: 'times' })
  })

  it.each([
    ['full', 200, 'full'],
    ['status', 200, 'times'],
    ['link', 404, undefined],
  ])('is then worth the bare number, also where that shows %s', async (setting, status, visibility) => {
    const one = await trip()
    await end(one)
    await showOfNumbers(setting)
    try {
      expect((await look(one.key)).body).toMatchObject({
        visibility: 'full',
        username: `Chofer ${one.driver.username}`,
      })
      t.clock.advance(DAY)
      for (const reference of [one.key, one.number]) {
        const answer = await look(reference)
        expect([answer.status, answer.body.visibility]).toEqual([status, visibility])
      }
      await boss.delete(`/api/containers/${one.key}/links/default`)
      expect((await look(one.key)).status).toBe(404)
    } finally {
      await showOfNumbers('status')
    }
  })

  it('shows driver and place also while links are not in the plan; further links show less', async () => {
    const one = await trip()
    const further = await make(one.key)
    await setFlags(t.deps, boss, { linkSharing: false })
    await showOfNumbers('link')
    expect((await look(one.key)).body).toMatchObject({
      visibility: 'full',
      username: `Chofer ${one.driver.username}`,
      coordinates: { lat: LAT },
    })
    expect((await lookAtEvents(one.key)).body[0].coordinates).toMatchObject({ lat: LAT })
    expect((await look(further.reference)).status).toBe(404)
    await showOfNumbers('status')
    expect((await look(further.reference)).body).toMatchObject({
      visibility: 'times',
      username: null,
      coordinates: null,
    })
    // Of the route that shares, too.
    expect((await boss.post(`/api/containers/${one.key}/share`)).body.error).toBe(
      'Función premium no disponible',
    )
    for (const [method, url] of [
      ['get', `/api/containers/${one.key}/links`],
      ['delete', `/api/containers/${one.key}/links/default`],
    ] as const) {
      expect((await boss[method](url)).body.error).toBe('Función premium no disponible')
    }
    await setFlags(t.deps, boss, { linkSharing: true })
    expect((await look(further.reference)).body.visibility).toBe('full')
  })

  it('lives a day after a cancellation too, and can be shared until then', async () => {
    const one = await trip()
    t.clock.advance(3 * DAY)
    const correction = { kind: 'cancellation', reason: 'dicho por la caseta' }
    await boss.post(`/api/containers/${one.key}/corrections`, correction)
    const until = t.clock.now() + DAY
    t.clock.advance(DAY - 1)
    expect((await boss.post(`/api/containers/${one.key}/share`)).status).toBe(201)
    expect(await linksOf(one.key)).toMatchObject([
      { state: 'valid', expiresAt: new Date(until).toISOString() },
    ])
    const listed = async () =>
      (await boss.get('/api/supervisor/links')).body.some(
        ({ containerId }: { containerId: string }) => containerId === one.key,
      )
    expect(await listed()).toBe(true)
    t.clock.advance(1)
    expect((await look(one.key)).body.visibility).toBe('times')
    expect(await listed()).toBe(false)
  })

  it('can be revoked, for everybody but its supervisor', async () => {
    const one = await trip()
    expect((await boss.delete(`/api/containers/${one.key}/links/default`)).status).toBe(204)
    expect((await look(one.key)).status).toBe(404)
    expect((await boss.post(`/api/containers/${one.key}/share`)).status).toBe(409)
    expect((await boss.get(`/api/public/containers/${one.key}`)).body.visibility).toBe('full')
    expect((await rival.get(`/api/public/containers/${one.key}`)).status).toBe(404)
    expect((await one.driver.get(`/api/public/containers/${one.key}`)).status).toBe(404)
    const further = await make(one.key)
    expect((await look(further.reference)).status).toBe(200)
    await setFlags(t.deps, boss, { fullScreenEnabled: false })
    expect((await boss.get(`/api/public/containers/${one.key}`)).status).toBe(404)
    await setFlags(t.deps, boss, { fullScreenEnabled: true })
  })

  it('counts for the administrator each time it is shared, and each further link', async () => {
    const one = await trip(rival)
    for (let i = 0; i < 3; i++) await rival.post(`/api/containers/${one.key}/share`)
    await rival.post(`/api/containers/${one.key}/links`, { name: 'x', level: 'times', days: 1 })
    await rival.delete(`/api/containers/${one.key}/links/default`)
    const { rows } = await t.deps.database.pool.query(
      'select sum(shares)::integer as n, count(*)::integer as links from shared_links where supervisor_id = $1',
      [rival.id],
    )
    expect(rows).toEqual([{ n: 4, links: 2 }])
  })

  it('is not made by the presses that a backup of an older version holds', async () => {
    const one = await trip()
    await t.deps.database.pool.query(
      'insert into shared_links (supervisor_id, container_id) select $1, $2 from generate_series(1, 2)',
      [boss.id, one.key],
    )
    expect(await linksOf(one.key)).toMatchObject([{ id: 'default', state: 'valid' }])
    await boss.delete(`/api/containers/${one.key}/links/default`)
    expect(await linksOf(one.key)).toMatchObject([{ id: 'default', state: 'revoked' }])
    expect((await look(one.key)).status).toBe(404)
  })
})

describe('a further link', () => {
  // One supervisor has room for twenty drivers.
  beforeAll(async () => {
    boss = await register(t.app, 'supervisor')
  })

  it('shows what its level allows, and never the operation key', async () => {
    const one = await trip()
    const seen: Record<string, { body: Record<string, unknown>; events: Record<string, unknown>[] }> = {}
    for (const level of ['status', 'times', 'full']) {
      const { reference } = await make(one.key, { level })
      const { status, body } = await look(reference)
      expect([status, body.visibility, body.containerId]).toEqual([200, level, reference])
      seen[level] = { body, events: (await lookAtEvents(reference)).body }
    }
    const blank = (level: string) =>
      Object.entries(seen[level]?.body ?? {})
        .filter(([, value]) => value === null)
        .map(([name]) => name)
    // No trip was long enough ago to tell what is usual.
    expect(blank('full')).toEqual(['usual', 'forecast', 'destination'])
    expect(blank('times')).toEqual([
      'usual',
      'forecast',
      'username',
      'destination',
      'location',
      'place',
      'googleMapsLink',
      'coordinates',
    ])
    expect(blank('status')).toEqual([
      ...['lastCompletedTime', 'startTime', 'lastUpdated', 'totalDuration'],
      ...blank('times'),
    ])
    expect(seen.status?.events.map(({ eventType, timestamp }) => [eventType, timestamp])).toEqual([
      ['en_route', null],
      ['start_trip', null],
    ])
    expect(JSON.stringify(seen)).not.toContain(one.key.split('_')[1])
    expect(JSON.stringify([seen.status, seen.times])).not.toMatch(`${LAT}|${one.driver.username}`)
    expect(JSON.stringify(seen.status)).not.toContain(new Date(t.clock.now()).getUTCFullYear())
  })

  it('lives until its expiry, also after the operation, and until it is revoked', async () => {
    const one = await trip()
    const short = await make(one.key, { days: 1, name: '  Corto  ' })
    const long = await make(one.key, { days: 30 })
    expect(short.name).toBe('Corto')
    await end(one)
    t.clock.advance(DAY - 1)
    expect((await look(short.reference)).status).toBe(200)
    t.clock.advance(1)
    expect((await look(short.reference)).status).toBe(404)
    t.clock.advance(DAY)
    expect((await look(long.reference)).status).toBe(200)
    expect((await boss.delete(`/api/containers/${one.key}/links/${long.id}`)).status).toBe(204)
    expect((await boss.delete(`/api/containers/${one.key}/links/${long.id}`)).status).toBe(204)
    expect((await look(long.reference)).status).toBe(404)
    expect((await linksOf(one.key)).map((link: { state: string }) => link.state)).toEqual([
      'expired',
      'expired',
      'revoked',
    ])
  })

  it('can be told again by the list, though the database holds no token', async () => {
    const one = await trip()
    const made = await make(one.key)
    expect((await linksOf(one.key))[1].url).toBe(made.url)
    const { rows } = await t.deps.database.pool.query('select s::text as row from shared_links s')
    expect(JSON.stringify(rows)).not.toContain(made.reference.slice(1))
    expect(made.reference).toHaveLength(44)
    // With another secret it cannot be told, and works.
    const other = await createTestApp({
      database: t.deps.database,
      sessionSecrets: ['another secret that is long enough to be one'],
      clock: t.clock,
    })
    const seen = await anonymous(other.app).get(`/api/public/containers/${made.reference}`)
    expect(seen.status).toBe(200)
    await other.close()
  })

  it.each([
    [{ name: ' ' }, 'link_name_required'],
    [{ name: 'x'.repeat(61) }, 'link_name_too_long'],
    [{ name: 'a\u0000' }, 'text_invalid'],
    [{ days: 0 }, 'link_days_invalid'],
    [{ days: 366 }, 'link_days_invalid'],
    [{ level: 'all' }, 'value_invalid'],
  ])('is refused with %j', async (wrong, code) => {
    const one = await trip()
    const link = { name: 'Cliente', level: 'full', days: 7, ...wrong }
    const { status, body } = await boss.post(`/api/containers/${one.key}/links`, link)
    expect([status, body.details[0].messageCode]).toEqual([400, code])
  })

  it('is one of so many, also when they are made at once', async () => {
    const one = await trip()
    const link = { name: 'Cliente', level: 'times', days: 7 }
    const answers = await Promise.all(
      Array.from({ length: LIMITS.linksOfOperation + 5 }, () =>
        boss.post(`/api/containers/${one.key}/links`, link),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(LIMITS.linksOfOperation)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  })
})

describe('the operations with links', () => {
  it('are listed while a link opens them, also after their end', async () => {
    const who = await register(t.app, 'supervisor')
    const listed = async (asker = who) =>
      (await asker.get('/api/supervisor/links')).body.map(
        ({ containerId, isActive, links, views }: Record<string, unknown>) => [
          ...[containerId, isActive],
          ...[links, views],
        ],
      )
    const [first, second, third] = [await trip(who), await trip(who), await trip(who)]
    expect(await listed()).toEqual([])
    await who.post(`/api/containers/${first.key}/share`)
    await who.post(`/api/containers/${second.key}/links`, { name: 'x', level: 'full', days: 3 })
    await look(third.key)
    // Stores the views.
    await linksOf(third.key, who)
    expect(await listed()).toEqual([
      [third.key, true, 1, 1],
      [second.key, true, 1, 0],
      [first.key, true, 1, 0],
    ])
    for (const one of [first, second, third]) await end(one)
    await who.delete(`/api/containers/${third.key}/links/default`)
    expect(await listed()).toEqual([
      [second.key, false, 1, 0],
      [first.key, false, 1, 0],
    ])
    t.clock.advance(DAY)
    expect(await listed()).toEqual([[second.key, false, 1, 0]])
    expect(await listed(boss)).not.toContainEqual(expect.arrayContaining([second.key]))
    t.clock.advance(2 * DAY)
    expect(await listed()).toEqual([])
  })
})

describe('whose links they are', () => {
  it('is a secret: another supervisor finds neither operation nor link', async () => {
    const one = await trip()
    const made = await make(one.key)
    const theirs = await trip(rival)
    for (const answer of [
      await rival.get(`/api/containers/${one.key}/links`),
      await rival.post(`/api/containers/${one.key}/links`, { name: 'x', level: 'full', days: 1 }),
      await rival.delete(`/api/containers/${one.key}/links/${made.id}`),
      await rival.delete(`/api/containers/${one.key}/links/default`),
      // By way of an operation of their own.
      await rival.delete(`/api/containers/${theirs.key}/links/${made.id}`),
    ]) {
      expect(answer.status).toBe(404)
    }
    for (const id of ['0', 'x', '-1', '99999999999999', '%00']) {
      expect((await boss.delete(`/api/containers/${one.key}/links/${id}`)).status).toBe(404)
    }
    expect((await look(made.reference)).status).toBe(200)
  })

  it('cannot be told from outside: revoked, expired and unknown are the same answer', async () => {
    const one = await trip()
    const revoked = await make(one.key)
    await boss.delete(`/api/containers/${one.key}/links/${revoked.id}`)
    const expired = await make(one.key, { days: 1 })
    t.clock.advance(DAY)
    await boss.delete(`/api/containers/${one.key}/links/default`)
    const answers = await Promise.all(
      [
        ...[revoked.reference, expired.reference, one.key],
        ...[`e${'A'.repeat(43)}`, `${one.number}_${'A'.repeat(22)}`, 'nada'],
      ].map((reference) => look(reference)),
    )
    const told = answers.map(({ status, body, headers }) => {
      const { date: _, ...rest } = headers
      return JSON.stringify([status, body, rest])
    })
    expect(answers[0]?.status).toBe(404)
    expect(new Set(told).size).toBe(1)
  })
})

describe('the views of a link', () => {
  it('are first looks, not polls, and not those of the supervisor', async () => {
    const one = await trip()
    const made = await make(one.key)
    const first = t.clock.now()
    const { headers } = await look(made.reference)
    for (let i = 0; i < 5; i++) await look(made.reference, { 'if-none-match': String(headers.etag) })
    await boss.get(`/api/public/containers/${one.key}`)
    t.clock.advance(60_000)
    await look(made.reference)
    const [byDefault, further] = await linksOf(one.key)
    expect(byDefault.views).toEqual({ count: 0, firstAt: null, lastAt: null })
    const last = new Date(first + 60_000).toISOString()
    expect(further.views).toEqual({ count: 2, firstAt: new Date(first).toISOString(), lastAt: last })
    await look(one.key)
    expect((await linksOf(one.key))[0].views.count).toBe(1)
    await look(one.number)
    expect((await linksOf(one.key))[0].views.count).toBe(1)
  })

  it('are added up by several processes', async () => {
    const one = await trip()
    const made = await make(one.key)
    const others = await Promise.all(
      [1, 2].map(() => createTestApp({ database: t.deps.database, clock: t.clock })),
    )
    for (const { app } of [t, ...others]) {
      for (const reference of [made.reference, one.key]) {
        await anonymous(app).get(`/api/public/containers/${reference}`)
      }
    }
    // Each stores what it has counted when it closes.
    await Promise.all(others.map((other) => other.close()))
    const links = await linksOf(one.key)
    expect(links.map(({ views }: { views: { count: number } }) => views.count)).toEqual([3, 3])
  })

  it('that could not be stored are stored later, and the log says it once', async () => {
    const one = await trip()
    const errors: unknown[] = []
    const views = countLinkViews({ ...t.deps, onError: (error) => errors.push(error) })
    views.count({ operationKey: one.key, packId: null, linkId: null, address: '10.0.0.1' })
    await ownerDoes(t.deps.database, 'alter table shared_links rename to hidden')
    await views.flush()
    views.count({ operationKey: one.key, packId: null, linkId: null, address: '10.0.0.2' })
    await views.flush()
    await ownerDoes(t.deps.database, 'alter table hidden rename to shared_links')
    await views.close()
    expect((await linksOf(one.key))[0].views.count).toBe(2)
    expect(errors).toHaveLength(1)
  })

  it('leave one audit line a day, with the address of the first', async () => {
    const one = await trip()
    const made = await make(one.key, { level: 'times' })
    const views = async () =>
      (await lines(t))
        .filter(({ action, target }) => action === 'link_viewed' && target === one.number)
        .map(({ actorKind, address, after }) => [actorKind, address, after])
    for (let i = 0; i < 3; i++) {
      await look(made.reference)
      await linksOf(one.key)
    }
    const line = ['visitor', '127.0.0.1', { name: 'Cliente', level: 'times' }]
    expect(await views()).toEqual([line])
    t.clock.advance(DAY)
    await look(made.reference)
    await linksOf(one.key)
    expect(await views()).toEqual([line, line])
  })
})
