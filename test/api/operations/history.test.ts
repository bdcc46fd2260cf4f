import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EventResponse } from '#contract/http/operations'
import { eventLabel } from '#domain/operation/labels'
import { EVENT_TYPES, type EventType } from '#domain/operation/steps'
import { users } from '#server/db/schema/accounts'
import { containers, eventCounters, events } from '#server/db/schema/record'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { generate } from '../../../bench/generate.ts'
import { type Actor, login, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'
import { parseCsv } from '../../support/csv.ts'
import { asOwner } from '../../support/database.ts'
import { setFlags } from '../../support/flags.ts'
import { type HistoryFilters, listed } from '../../support/history-reference.ts'
import { listen } from '../../support/socket.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const BOM = '\u{FEFF}'
const HEADER = [
  'ID',
  'operator',
  'container',
  'type',
  'event',
  'timestamp',
  'duration',
  'location',
  'reportado',
  'corrección',
  'metros fuera',
  'usuario',
  'hora local',
]

function queryOf(filters: HistoryFilters, more: Record<string, string | number> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** All pages, one after the other, as a list that scrolls to its end asks for them. */
async function pagesOf(actor: Actor, filters: HistoryFilters, limit: number): Promise<EventResponse[]> {
  const rows: EventResponse[] = []
  let cursor: string | undefined
  do {
    const answer = await actor.get(`/api/events${queryOf(filters, { limit, ...(cursor ? { cursor } : {}) })}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    rows.push(...answer.body)
    if (cursor === undefined || answer.headers['x-next-cursor'] === undefined) {
      expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(rows.length)
    }
    cursor = answer.headers['x-next-cursor'] as string | undefined
    if (cursor) expect(answer.body).toHaveLength(limit)
    else expect(Number(answer.headers['x-total-count'])).toBe(rows.length)
  } while (cursor)
  return rows
}

async function csvOf(
  actor: Actor,
  filters: HistoryFilters,
  more: Record<string, string> = {},
): Promise<string[][]> {
  const answer = await actor.get(`/api/events/export${queryOf(filters, more)}`)
  expect(answer.status, answer.body).toBe(200)
  expect(answer.body.startsWith(BOM)).toBe(true)
  const [header, ...rows] = parseCsv(answer.body.slice(1))
  expect(header).toEqual(HEADER)
  expect(Number(answer.headers['x-total-count'])).toBe(rows.length)
  return rows
}

/** Display names by operator; an event of anybody else has the user name alone. */
type Names = ReadonlyMap<number, string>
const NOBODY: Names = new Map()

const namesOf = async (supervisor: Actor): Promise<Names> =>
  new Map(
    (await supervisor.get('/api/users/operators')).body.map(
      ({ id, displayName }: { id: number; displayName: string }) => [id, displayName],
    ),
  )

const calledIn = (names: Names, { userId, username }: EventResponse): string => {
  const name = names.get(userId)
  return name === undefined ? username : `${name} (${username})`
}

/** The line of the file that belongs to an event of the API; every time of these tests lies in winter. */
function csvRowOf(event: EventResponse, names = NOBODY): string[] {
  const wall = (iso: string) => new Date(Date.parse(iso) - 6 * 3600_000).toISOString().replace('Z', '-06:00')
  return [
    String(event.id),
    names.get(event.userId) ?? event.username,
    event.displayContainerId,
    event.operationType === 'load' ? 'Carga' : 'Descarga',
    eventLabel(event.eventType),
    wall(event.timestamp),
    event.duration === null ? '' : String(event.duration),
    event.location ?? '',
    event.reportedAt === null ? '' : wall(event.reportedAt),
    '',
    '',
    event.username,
    wall(event.timestamp).slice(0, 19).replace('T', ' '),
  ].map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))
}

const newestFirst = (a: EventResponse, b: EventResponse): number =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.id - a.id

/** Inserts an event that the product would never write: any text, any time. */
async function plant(
  supervisor: { id: number },
  row: {
    userId: number
    username: string
    number: string
    key: string
    eventType: EventType
    timestamp: number
    location: string | null
    reportedAt?: number | null
    hasFix?: boolean
  },
): Promise<void> {
  const { orm } = t.deps.database
  await orm.transaction(async (tx) => {
    const [counter] = await tx
      .insert(eventCounters)
      .values({ tenantId: supervisor.id, lastSeq: 1 })
      .onConflictDoUpdate({
        target: eventCounters.tenantId,
        set: { lastSeq: (await lastSeq(supervisor.id)) + 1 },
      })
      .returning()
    const at = new Date(row.timestamp)
    const common = {
      containerNumber: row.number,
      userId: row.userId,
      username: row.username,
      supervisorId: supervisor.id,
      operationType: 'load' as const,
    }
    await tx
      .insert(containers)
      .values({
        ...common,
        operationKey: row.key,
        displayName: row.username,
        newestEventType: row.eventType,
        newestStepType: 'start_trip',
        newestStepAt: at,
        startedAt: at,
        newestEventAt: at,
        version: 1,
        isActive: false,
      })
      .onConflictDoNothing()
    const position = (await tx.select().from(events).where(eq(events.operationKey, row.key))).length + 1
    await tx.insert(events).values({
      ...common,
      eventId: crypto.randomUUID(),
      seq: counter?.lastSeq ?? 0,
      operationKey: row.key,
      eventType: row.eventType,
      position,
      timestamp: at,
      reportedAt: row.reportedAt == null ? null : new Date(row.reportedAt),
      recordedAt: at,
      location: row.location,
      ...(row.hasFix && { lat: 19.07, lng: -104.29 }),
    })
  })
}

async function lastSeq(supervisorId: number): Promise<number> {
  const [row] = await t.deps.database.orm
    .select()
    .from(eventCounters)
    .where(eq(eventCounters.tenantId, supervisorId))
  return row?.lastSeq ?? 0
}

let boxes = 1_000_000
const newBox = (): string => `MSKU${boxes++}`
let keys = 0
const keyOf = (number: string): string => `${number}_${String(++keys).padStart(18, 'k')}`

describe('a record of three drivers', () => {
  let supervisor: Actor
  let other: Actor
  let drivers: Actor[]
  let record: EventResponse[]
  let numbers: string[]
  let names: Names

  beforeAll(async () => {
    supervisor = await register(t.app, 'supervisor')
    other = await register(t.app, 'supervisor')
    drivers = [
      await operatorOf(t.app, supervisor, 'JoséÁngel'),
      await operatorOf(t.app, supervisor, 'maria_1'),
      await operatorOf(t.app, supervisor, 'pedro'),
    ]
    await supervisor.put(`/api/users/operators/${drivers[2]?.id}`, { displayName: 'Chófer N5' })
    names = await namesOf(supervisor)
    const foreign = await operatorOf(t.app, other, 'ajeno')
    numbers = drivers.map(newBox)
    const trips = ['load', 'unload', 'load']
    const manzanillo = { lat: 19.07, lng: -104.29 }
    const guzman = { lat: 19.705, lng: -103.462 }
    const started: string[] = []
    for (const [i, driver] of drivers.entries()) {
      const answer = await driver.post('/api/containers', {
        containerId: numbers[i],
        operationType: trips[i],
        coordinates: manzanillo,
      })
      expect(answer.status).toBe(201)
      started.push(answer.body.containerId)
      t.clock.advance(60_000)
    }
    const steps: EventType[] = ['en_route', 'stop_fuel', 'resume_route', 'arrived_at_park', 'access_granted']
    for (const eventType of steps) {
      for (const [i, driver] of drivers.entries()) {
        const answer = await driver.post('/api/events', {
          containerId: started[i],
          eventType,
          ...(i === 0 ? { coordinates: guzman } : {}),
        })
        expect(answer.status).toBe(201)
        t.clock.advance(61_001)
      }
    }
    const foreignStart = await foreign.post('/api/containers', { containerId: numbers[0] })
    expect(foreignStart.status).toBe(201)
    record = (await supervisor.get('/api/events?after=0&limit=1000')).body
    record.sort(newestFirst)
    expect(record).toHaveLength(18)
  })

  const expectRows = async (filters: HistoryFilters, count: number) => {
    const expected = record.filter((event) => listed(event, filters, calledIn(names, event)))
    expect(expected).toHaveLength(count)
    expect(await pagesOf(supervisor, filters, 1000)).toEqual(expected)
    expect(await csvOf(supervisor, filters)).toEqual(expected.map((event) => csvRowOf(event, names)))
  }

  it('comes whole, newest first, when nothing is asked', () => expectRows({}, 18))
  it('by operator', () => expectRows({ operatorId: [drivers[1]?.id ?? 0] }, 6))
  it('by several operators', () => expectRows({ operatorId: drivers.slice(0, 2).map((d) => d.id) }, 12))
  it('by container number', () => expectRows({ containerId: [numbers[2] ?? ''] }, 6))
  it('by operation key', () => expectRows({ containerId: [record[0]?.containerId ?? ''] }, 6))
  it('by key and number together', () =>
    expectRows({ containerId: [record[0]?.containerId ?? '', numbers[0] ?? ''] }, 12))
  it('by event type', () => expectRows({ eventType: ['stop_fuel'] }, 3))
  it('by several event types', () => expectRows({ eventType: ['stop_fuel', 'en_route'] }, 6))
  it('from an instant on, itself included', () => expectRows({ from: record[4]?.timestamp ?? '' }, 5))
  it('up to an instant, itself left out', () => expectRows({ to: record[4]?.timestamp ?? '' }, 13))
  it('by text in the event as people read it', () => expectRows({ q: 'LLEGADA al' }, 3))
  it('by text in the event code', () => expectRows({ q: 'stop_' }, 3))
  it('by text in the username, accents included', () => expectRows({ q: 'JOSÉÁNGEL' }, 6))
  it('by text in the display name, which is the one that the log shows', async () => {
    await expectRows({ q: 'chófer n5' }, 6)
    expect((await csvOf(supervisor, { q: 'Chófer N5' })).map(([, operator]) => operator)).toEqual(
      Array(6).fill('Chófer N5'),
    )
  })
  it('by both names, as the log shows two drivers of the same name', () => expectRows({ q: 'N5 (pedro)' }, 6))
  it('by text in the place', () => expectRows({ q: 'ciudad GUZMÁN' }, 5))
  it('by part of a container number, small letters', () =>
    expectRows({ q: (numbers[1] ?? '').toLowerCase().slice(2) }, 6))
  it('all together', () =>
    expectRows(
      {
        operatorId: drivers.map((d) => d.id),
        containerId: [numbers[0] ?? '', numbers[1] ?? ''],
        eventType: ['stop_fuel', 'resume_route', 'en_route'],
        from: record[14]?.timestamp ?? '',
        to: record[5]?.timestamp ?? '',
        q: 'ruta',
      },
      4,
    ))
  it('without a position', () => expectRows({ position: 'missing' }, 10))
  it('without a position, of one driver who once had one', () =>
    expectRows({ position: 'missing', operatorId: [drivers[1]?.id ?? 0] }, 5))
  it('with nothing that matches', () => expectRows({ q: 'nada de eso', eventType: ['end_trip'] }, 0))

  it.each(['%', '_a', '\\', '%%', 'MSKU_00', "'", '"; drop table events; --', '🚚', 'ma%a', "\\'"])(
    'takes %j for what it is',
    async (q) => {
      const expected = record.filter((event) => listed(event, { q }, calledIn(names, event)))
      expect(await pagesOf(supervisor, { q }, 5)).toEqual(expected)
      expect(await csvOf(supervisor, { q })).toEqual(expected.map((event) => csvRowOf(event, names)))
    },
  )
  it('finds an underscore as one', () => expectRows({ q: 'maria_' }, 6))

  it.each([
    'cursor=x',
    'cursor=',
    'cursor=MS4y%20',
    'operatorId=x',
    'operatorId=',
    'eventType=park',
    'from=ayer',
    'to=2026-01-01',
    'limit=0',
    'limit=1001',
    'position=known',
    'position=',
    'position=missing&position=missing',
    'q=%00',
    'q=a&q=b',
    'after=-1',
  ])('refuses ?%s', async (query) => {
    const answer = await supervisor.get(`/api/events?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('validation')
  })
  it.each(['days=8', 'days=', 'days=-7', 'operatorId=x', 'position=known'])(
    'makes no file for ?%s',
    async (query) => {
      expect((await supervisor.get(`/api/events/export?${query}`)).status).toBe(400)
    },
  )

  it('accepts numbers and times outside every stored range', async () => {
    const far = '99999999999'
    expect(await pagesOf(supervisor, { operatorId: [2_147_483_647] }, 5)).toEqual([])
    expect((await supervisor.get(`/api/events?operatorId=${far}`)).status).toBe(400)
    expect(
      await pagesOf(supervisor, { from: '2000-01-01T00:00:00Z', to: '2100-12-31T23:59:59Z' }, 1000),
    ).toEqual(record)
    expect(await csvOf(supervisor, { to: '2000-01-01T00:00:00Z' })).toEqual([])
    expect((await supervisor.get(`/api/events?after=${far}`)).body).toEqual([])
  })

  it('shows nothing of another tenant, for any filter', async () => {
    const keysOfOther = (await other.get('/api/events')).body.map((e: EventResponse) => e.containerId)
    expect(keysOfOther).toHaveLength(1)
    for (const filters of [
      { operatorId: drivers.map((d) => d.id) },
      { containerId: record.map((e) => e.containerId) },
      { q: 'pedro' },
    ]) {
      expect(await pagesOf(other, filters, 100)).toEqual([])
      expect(await csvOf(other, filters)).toEqual([])
    }
    // The same number is theirs as well: each sees their own trip of it.
    expect(await pagesOf(other, { containerId: [numbers[0] ?? ''] }, 100)).toHaveLength(1)
    expect(await pagesOf(supervisor, { containerId: keysOfOther }, 100)).toEqual([])
    // Neither does a cursor of another tenant's list.
    const { headers } = await supervisor.get('/api/events?limit=2')
    const answer = await other.get(`/api/events?cursor=${headers['x-next-cursor']}`)
    expect(answer.body.every((e: EventResponse) => keysOfOther.includes(e.containerId))).toBe(true)
    expect((await other.get('/api/containers/all')).body).toHaveLength(1)
  })

  it('lists each operation once, newest first', async () => {
    const expected = record
      .filter((event) => event.eventType === 'start_trip')
      .map(({ containerId, displayContainerId }) => ({ containerId, displayContainerId }))
    expect((await supervisor.get('/api/containers/all')).body).toEqual(expected)
    expect((await supervisor.get('/api/containers/ids')).body).toEqual(expected)
  })

  it('gives the log rows of the newest events', async () => {
    const { body } = await supervisor.get('/api/supervisor/operator-logs')
    expect(body).toEqual(
      record.map((e) => ({
        id: e.id,
        timestamp: e.timestamp,
        username: e.username,
        containerName: e.displayContainerId,
        containerId: e.containerId,
        eventType: e.eventType,
        duration: e.duration,
        location: e.location,
        place: e.place,
        googleMapsLink: e.googleMapsLink,
      })),
    )
  })

  it('is for supervisors with the premium functions', async () => {
    const paths = [
      '/api/events',
      '/api/events/export',
      '/api/containers/all',
      '/api/supervisor/operator-logs',
    ]
    const driver = drivers[0] as Actor
    for (const path of paths) expect((await driver.get(path)).status, path).toBe(403)
    const set = (values: object) => setFlags(t.deps, other, values)
    const statuses = () =>
      Promise.all(
        [...paths, '/api/containers/ids', '/api/events?after=0'].map(
          async (p) => (await other.get(p)).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
    await set({ operationLogs: false })
    expect(await statuses()).toEqual([403, 403, 200, 403, 200, 200])
    await set({ kpiVisibility: false, realTimeInfo: false })
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403])
    await set({ operationLogs: true })
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
    await set({ kpiVisibility: true, realTimeInfo: true })
  })

  it('names the file after the day in the own time zone', async () => {
    const answer = await supervisor.get('/api/events/export')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="logs_filtrados_2026-03-10.csv"')
    const nameAfter = async (hours: number) => {
      t.clock.advance(hours * 3600_000)
      return (await supervisor.get('/api/events/export')).headers['content-disposition']
    }
    // Midnight has passed in Greenwich, and it is evening in Mexico. Six hours later it has passed there as well.
    expect(await nameAfter(6)).toContain('logs_filtrados_2026-03-10.csv')
    expect(new Date(t.clock.now()).toISOString()).toContain('2026-03-11')
    expect(await nameAfter(6)).toContain('logs_filtrados_2026-03-11.csv')
  })

  it('cuts the file to the last days', async () => {
    const age = t.clock.now() - Date.parse(record[6]?.timestamp ?? '')
    t.clock.advance(7 * 24 * 3600_000 - age)
    expect(await csvOf(supervisor, {}, { days: '7' })).toEqual(
      record.slice(0, 7).map((event) => csvRowOf(event, names)),
    )
    expect(await csvOf(supervisor, { from: record[3]?.timestamp ?? '' }, { days: '7' })).toHaveLength(4)
    expect(await csvOf(supervisor, { from: record[9]?.timestamp ?? '' }, { days: '7' })).toHaveLength(7)
    expect(await csvOf(supervisor, {}, { days: '0' })).toHaveLength(18)
    expect(await csvOf(supervisor, {}, { days: '14' })).toHaveLength(18)
  })
})

describe('an operator whose account is gone', () => {
  it('is called by the user name, in what is found as in what is shown', async () => {
    const supervisor = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, supervisor, 'se.va')
    const key = (await driver.post('/api/containers', { containerId: newBox() })).body.containerId
    await supervisor.post(`/api/containers/${key}/corrections`, {
      correctionId: crypto.randomUUID(),
      kind: 'cancellation',
      reason: 'Se va',
    })
    expect(await pagesOf(supervisor, { q: 'Chofer se.va' }, 5)).toHaveLength(1)
    expect((await supervisor.delete(`/api/users/operators/${driver.id}`)).status).toBe(204)
    // Another driver who gets that user name does not inherit the events.
    await operatorOf(t.app, supervisor, 'se.va')
    expect(await pagesOf(supervisor, { q: 'Chofer se.va' }, 5)).toEqual([])
    expect(await pagesOf(supervisor, { q: 'SE.VA' }, 5)).toHaveLength(1)
    expect((await csvOf(supervisor, {})).map((row) => [row[1], row.at(-2)])).toEqual([['se.va', 'se.va']])
  })
})

describe('any record', () => {
  const texts = [
    'Ciudad Guzmán',
    'a 12 km de León',
    '100%',
    'a_b\\c',
    '=1+1',
    '+52',
    '-x',
    '@y',
    '"q", s',
    'Ñandú',
  ]
  // Few of everything, so that filters find much and many events share one instant.
  const TYPES = EVENT_TYPES.filter((type) => /stop|route|load/.test(type))
  const planted = fc.record({
    driver: fc.integer({ min: 0, max: 2 }),
    box: fc.integer({ min: 0, max: 3 }),
    eventType: fc.constantFrom(...TYPES),
    minute: fc.integer({ min: 0, max: 6 }),
    reportedAt: fc.option(fc.integer({ min: NOON - 80_000_000, max: NOON }), { nil: null }),
    location: fc.option(fc.constantFrom(...texts, '\tcon tabulador', '\rretorno', "'"), { nil: null }),
    hasFix: fc.boolean(),
  })
  const instant = fc
    .integer({ min: -1, max: 7 })
    .map((minute) => new Date(NOON - 86_400_000 + minute * 60_000).toISOString())
  const asked = fc.record({
    operatorId: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
    containerId: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
    eventType: fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 5 }),
    from: instant,
    to: instant,
    position: fc.constant('missing' as const),
    q: fc.oneof(
      fc.constantFrom(
        ...texts,
        'ruta',
        'PARADA',
        'km',
        'load',
        'ñANDÚ',
        '%',
        '_',
        '\\',
        'msku',
        'conductor.1',
      ),
      fc.string({ minLength: 1, maxLength: 2, unit: fc.constantFrom(...'aeiou%_\\ñÁ.1') }),
    ),
  })
  const EACH: Record<keyof HistoryFilters, true> = {
    operatorId: true,
    containerId: true,
    eventType: true,
    from: true,
    to: true,
    position: true,
    q: true,
  }
  const FILTERS = Object.keys(EACH) as (keyof HistoryFilters)[]
  const question = fc.record({
    asked,
    // Mostly one or two of them: all together find next to nothing.
    kept: fc.oneof(
      { weight: 4, arbitrary: fc.subarray([...FILTERS], { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.subarray([...FILTERS]) },
    ),
    limit: fc.integer({ min: 1, max: 7 }),
  })

  it('gives the same rows by pages, by file and by a plain filter', async () => {
    let serial = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(planted, { maxLength: 30, size: 'max' }),
        fc.array(question, { minLength: 1, maxLength: 6, size: 'max' }),
        async (rows, questions) => {
          const supervisor = await register(t.app, 'supervisor')
          serial += 1
          const usernames = [0, 1, 2].map((driver) => `Conductor.${driver}.${serial}`)
          const displayNames = ['Ñandú 100%', 'Ñandú a_b\\c']
          const accounts = await t.deps.database.orm
            .insert(users)
            .values(
              displayNames.map((displayName, driver) => ({
                username: usernames[driver] ?? '',
                displayName,
                passwordHash: '',
                role: 'operator' as const,
                supervisorId: supervisor.id,
              })),
            )
            .returning({ id: users.id })
          // The account of the third is gone, and the fourth never was.
          const ids = [...accounts.map(({ id }) => id), 1_000_000 + serial, 2_000_000]
          const names: Names = new Map(displayNames.map((name, driver) => [ids[driver] ?? 0, name]))
          const numbers = [newBox(), newBox(), newBox(), newBox()]
          const operationKeys = numbers.map(keyOf)
          for (const row of rows) {
            await plant(supervisor, {
              userId: ids[row.driver] ?? 0,
              username: usernames[row.driver] ?? '',
              number: numbers[row.box] ?? '',
              key: operationKeys[row.box] ?? '',
              eventType: row.eventType,
              timestamp: NOON - 86_400_000 + row.minute * 60_000,
              location: row.location,
              reportedAt: row.reportedAt,
              hasFix: row.hasFix,
            })
          }
          const all: EventResponse[] = (await supervisor.get('/api/events?after=0&limit=1000')).body
          expect(all).toHaveLength(rows.length)
          all.sort(newestFirst)
          const boxNames = [...numbers, ...operationKeys, 'MSKU0000000']
          for (const { asked, kept, limit } of questions) {
            const whole: Required<HistoryFilters> = {
              ...asked,
              operatorId: asked.operatorId.map((n) => ids[n] ?? 0),
              containerId: asked.containerId.map((n) => boxNames[n] ?? ''),
            }
            const filters: HistoryFilters = Object.fromEntries(kept.map((name) => [name, whole[name]]))
            const expected = all.filter((event) => listed(event, filters, calledIn(names, event)))
            expect(await pagesOf(supervisor, filters, limit)).toEqual(expected)
            expect(await csvOf(supervisor, filters)).toEqual(expected.map((event) => csvRowOf(event, names)))
          }
        },
      ),
      // Otherwise shrinking would use up the test's timeout and report nothing.
      { numRuns: 25, interruptAfterTimeLimit: 15_000 },
    )
  })
})

describe('while events go on', () => {
  const until = NOON - 60_000
  let supervisor: Actor
  let driver: Actor
  /** More than the sockets between server and reader can hold. */
  const MANY = 50_000
  const ALL_BATCHES = MANY / 500
  beforeAll(async () => {
    // The trial of what is generated runs from `until` on.
    t.clock.advance(NOON - t.clock.now())
    const { supervisors, password } = await asOwner(t.deps.database, (owner) =>
      generate(owner, {
        events: MANY,
        supervisors: 1,
        operators: 15,
        until,
      }),
    )
    supervisor = await login(t.app, supervisors[0]?.username ?? '', password)
    driver = await operatorOf(t.app, supervisor)
  }, 60_000)

  it('repeats no row and skips none', async () => {
    const filters = { from: new Date(until - 20 * 86_400_000).toISOString() }
    const before: EventResponse[] = await pagesOf(supervisor, filters, 1000)
    expect(before.length).toBeGreaterThan(4000)
    const seen: EventResponse[] = []
    let cursor: string | undefined
    do {
      const query = queryOf(filters, { limit: 700, ...(cursor ? { cursor } : {}) })
      const answer = await supervisor.get(`/api/events${query}`)
      seen.push(...answer.body)
      cursor = answer.headers['x-next-cursor'] as string | undefined
      // One at the top, and one that reaches the server late, deep in the list.
      const { body } = await driver.post('/api/containers', { containerId: newBox() })
      const past = new Date(until - 19 * 86_400_000).toISOString()
      await plant(supervisor, {
        userId: driver.id,
        username: driver.username,
        number: newBox(),
        key: keyOf('MSKU7654321'),
        eventType: 'stop_rest',
        timestamp: Date.parse(past),
        location: null,
      })
      await finish(body.containerId)
    } while (cursor)
    const ids = seen.map((event) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(seen).toEqual([...seen].sort(newestFirst))
    for (const { id } of before) expect(ids.includes(id)).toBe(true)
  })

  async function finish(containerId: string): Promise<void> {
    await t.deps.database.orm
      .update(containers)
      .set({ isActive: false })
      .where(eq(containers.operationKey, containerId))
  }

  it('the file is one snapshot, and is streamed', async () => {
    const { body } = await driver.post('/api/containers', { containerId: newBox() })
    // Near the end of the file stands a step of a trip that has not gone on since.
    const parked = {
      userId: driver.id,
      username: driver.username,
      number: newBox(),
      key: keyOf('MSKU7654321'),
      eventType: 'vehicle_parked' as const,
      timestamp: until - 150 * 86_400_000,
      location: null,
    }
    await plant(supervisor, parked)
    const names = await namesOf(supervisor)
    const expected = (await pagesOf(supervisor, {}, 1000)).map((event) => csvRowOf(event, names))
    const total = String(expected.length)
    expect(expected.length).toBeGreaterThan(MANY)
    const queries = countQueries()
    const { port } = await reachable()
    const response = await download(port, supervisor)
    expect(response.headers['x-total-count']).toBe(total)
    const [first] = (await once(response, 'data')) as [Buffer]
    response.pause()
    const soFar = queries.batches()
    expect(soFar).toBeLessThan(ALL_BATCHES / 2)
    // Meanwhile both open intervals are closed and the list grows at both ends.
    await plant(supervisor, { ...parked, eventType: 'load_complete', timestamp: until })
    await driver.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
    await plant(supervisor, {
      userId: driver.id,
      username: driver.username,
      number: newBox(),
      key: keyOf('MSKU7654321'),
      eventType: 'stop_rest',
      timestamp: until - 100 * 86_400_000,
      location: null,
    })
    const rest: Buffer[] = [first]
    response.on('data', (piece: Buffer) => rest.push(piece))
    response.resume()
    await once(response, 'end')
    expect(queries.batches()).toBeGreaterThanOrEqual(ALL_BATCHES)
    queries.stop()
    const rows = parseCsv(Buffer.concat(rest).toString('utf8').slice(1)).slice(1)
    expect(rows).toHaveLength(expected.length)
    // One by one: of two long lists Vitest takes seconds to say that they are equal.
    for (const [i, row] of rows.entries()) {
      if (row.join('\n') !== expected[i]?.join('\n')) expect(row).toEqual(expected[i])
    }
  }, 60_000)

  it('stops reading when the client disconnects', async () => {
    const { port } = await reachable()
    const queries = countQueries()
    const response = await download(port, supervisor)
    await once(response, 'data')
    response.pause()
    // Backpressure: no further statement runs.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const held = queries.batches()
    expect(held).toBeLessThan(ALL_BATCHES)
    response.destroy()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(queries.batches()).toBeLessThanOrEqual(held + 1)
    queries.stop()
    expect(t.deps.database.pool.idleCount).toBe(t.deps.database.pool.totalCount)
  })

  it('that nobody reads holds no connection and no turn, and is the only one of its person', async () => {
    const { port } = await reachable()
    const response = await download(port, supervisor)
    onTestFinished(() => void response.destroy())
    await once(response, 'data')
    response.pause()
    const rests = (): void => {
      expect(t.app.budget.counts()).toMatchObject({ running: 0, waiting: 0 })
      expect(t.deps.database.pool.idleCount).toBe(t.deps.database.pool.totalCount)
    }
    await vi.waitFor(rests, { timeout: 10_000 })
    expect((await supervisor.get('/api/events')).status).toBe(200)
    const second = await supervisor.get('/api/events/export')
    expect([second.status, second.body.messageCode]).toEqual([429, 'download_wait'])
    response.destroy()
    const short = queryOf({ from: new Date(until).toISOString() })
    expect((await supervisor.get(`/api/events/export${short}`)).status).toBe(200)
  }, 30_000)

  let address: { port: number } | undefined
  async function reachable(): Promise<{ port: number }> {
    address ??= await listen(t.app)
    return address
  }

  async function download(port: number, actor: Actor): Promise<IncomingMessage> {
    const request = httpGet({
      port,
      host: '127.0.0.1',
      path: '/api/events/export',
      headers: { cookie: `${SESSION_COOKIE}=${actor.cookie}` },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    expect(response.statusCode).toBe(200)
    return response
  }

  /** Counts the statements of the export. */
  function countQueries(): { batches(): number; stop(): void } {
    const { pool } = t.deps.database
    const original = pool.query
    let batches = 0
    pool.query = ((...args: unknown[]) => {
      const [statement] = args
      const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
      if (text.includes('next.seq <=')) batches += 1
      return (original as (...a: unknown[]) => unknown).apply(pool, args)
    }) as typeof pool.query
    return {
      batches: () => batches,
      stop: () => {
        pool.query = original
      },
    }
  }
})
