import { randomUUID } from 'node:crypto'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#server/db/schema/accounts'
import * as alerts from '#server/db/schema/alerts'
import * as console from '#server/db/schema/console'
import * as desk from '#server/db/schema/desk'
import * as detention from '#server/db/schema/detention'
import * as evidence from '#server/db/schema/evidence'
import * as mailing from '#server/db/schema/mails'
import * as places from '#server/db/schema/places'
import * as record from '#server/db/schema/record'
import * as signIn from '#server/db/schema/sign-in'
import * as sums from '#server/db/schema/sums'
import { type Actor, anonymous, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { declaredRoutes } from '../../support/routes.ts'
import { sentStatements, tableUses } from '../../support/statements.ts'
import { contractOf, parkOf, visit } from '../../support/visit.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

// What docs/scaling.md says about several databases, held against the tables and the statements of today.

/** Rows of one supervisor: the column that would distribute them, and other columns by which statements find them. */
const TENANT_TABLES: Record<string, { column: string; foundBy: Record<string, string> }> = {
  containers: {
    column: 'supervisor_id',
    foundBy: {
      container_id: 'the operation key: links and steps know nothing else',
      display_container_id: 'public tracking by a bare number asks every supervisor',
      user_id: "a driver's own",
      id: 'rows that the same statement has found otherwise',
    },
  },
  events: {
    column: 'supervisor_id',
    foundBy: {
      container_id: 'those of an operation that was found before',
      user_id: "a driver's own, with the event id",
      id: 'rows that the same statement has found otherwise',
    },
  },
  corrections: {
    column: 'supervisor_id',
    foundBy: {
      container_id: 'those of an operation that was found before',
      author_id: 'a retry, by its author and the correction id',
    },
  },
  event_counters: { column: 'tenant_id', foundBy: {} },
  feature_flags: { column: 'user_id', foundBy: {} },
  shared_links: {
    column: 'supervisor_id',
    foundBy: {
      token_hash: 'a link knows nothing else',
      container_id: 'the default link of an operation, and views of links',
      pack_id: 'views of links',
    },
  },
  clients: { column: 'supervisor_id', foundBy: { id: 'of an operation or place that was found before' } },
  contracts: { column: 'supervisor_id', foundBy: {} },
  settlements: { column: 'supervisor_id', foundBy: {} },
  tenant_usage: { column: 'supervisor_id', foundBy: {} },
  pack_reviews: { column: 'supervisor_id', foundBy: {} },
  evidence_packs: { column: 'supervisor_id', foundBy: { hash: 'who verifies a pack knows nothing else' } },
  places: { column: 'supervisor_id', foundBy: { id: 'of an operation that was found before' } },
  reports: {
    column: 'supervisor_id',
    foundBy: { operator_id: 'reports about a driver who is being deleted' },
  },
  invitations: { column: 'supervisor_id', foundBy: { token_hash: 'a link knows nothing else' } },
  alert_rules: { column: 'supervisor_id', foundBy: {} },
  alerts: { column: 'supervisor_id', foundBy: {} },
  refused_steps: { column: 'supervisor_id', foundBy: {} },
  trip_sums: {
    column: 'supervisor_id',
    foundBy: { container_id: 'of operations with a record in a batch of one supervisor' },
  },
  summed: { column: 'supervisor_id', foundBy: {} },
}

/** Kept whole: copied to every database, or on one alone. */
const SHARED_TABLES: Record<string, string> = {
  users: 'names are unique among all, and a login does not know its supervisor',
  system_settings: 'for everybody',
  heard_drivers: 'belongs to an account, written for many at once',
  known_devices: 'belongs to an account, looked up before the supervisor is known',
  passkeys: 'belongs to an account, looked up before anybody is known',
  used_challenges: 'for a few minutes, for all',
  second_factors: 'belongs to an account, or to the administrator',
  recovery_codes: 'belongs to a second factor',
  recovery_requests: 'of somebody who is not known yet',
  recovery_tokens: 'belongs to an account, looked up by its hash',
  email_confirmations: 'belongs to an account, looked up by its hash',
  mail_counts: 'protects a mailbox, which accounts of several supervisors may share',
  mails: 'one queue for the one mail server, in which tenants take turns',
  live_tokens: 'belongs to a session',
  session: 'belongs to an account, and comes before the supervisor is known',
  audit_chains: 'of the audit log',
  tombstones: 'one chain for all; an id that was removed comes back nowhere',
  audit_log: 'one log for all, which outlives what it is about',
  push_subscriptions: 'belongs to an account, and to its session',
  alert_notices: 'belongs to an alert',
  quiet_hours: 'belongs to an account',
  job_runs: 'each job runs once for all',
}

const tables = new Map<string, string[]>(
  [accounts, alerts, console, desk, detention, evidence, mailing, places, record, signIn, sums]
    .flatMap((file): unknown[] => Object.values(file))
    .filter((value) => is(value, PgTable))
    .map((table) => [getTableName(table), Object.values(getTableColumns(table)).map(({ name }) => name)]),
)
const tenantColumns = new Map([...tables].filter(([table]) => table in TENANT_TABLES))

/** Places where a tenant's table is named without anything that narrows it down, as `table: statement`. */
const unrestricted = (statements: Iterable<string>): string[] =>
  [...statements].flatMap((statement) =>
    tableUses(statement, tenantColumns)
      .filter(({ table, columns }) => {
        const { column, foundBy } = TENANT_TABLES[table] ?? { column: '', foundBy: {} }
        return ![column, ...Object.keys(foundBy)].some((name) => columns.includes(name))
      })
      .map(({ table }) => `${table}: ${statement}`),
  )

describe('every table', () => {
  it('is distributed by a column that it has, or kept whole for a reason', () => {
    expect([...tables.keys()].sort()).toEqual(
      [...Object.keys(TENANT_TABLES), ...Object.keys(SHARED_TABLES)].sort(),
    )
    for (const [table, { column, foundBy }] of Object.entries(TENANT_TABLES)) {
      expect([table, tables.get(table)]).toEqual([
        table,
        expect.arrayContaining([column, ...Object.keys(foundBy)]),
      ])
    }
  })
})

describe('every statement', () => {
  let t: TestApp
  let boss: Actor
  let operator: Actor
  const called = new Set<string>()
  type Call = (
    who: Actor,
    method: 'get' | 'post' | 'put' | 'delete',
    url: string,
    body?: unknown,
    // biome-ignore lint/suspicious/noExplicitAny: any answer
  ) => Promise<any>

  async function driveAlerts(call: Call, operationKey: string): Promise<void> {
    const rule = { kind: 'silent', parameters: {}, enabled: false, push: false, mail: false }
    const { id } = await call(boss, 'post', '/api/alert-rules', rule)
    const now = new Date(t.clock.now())
    const times = { since: now, raisedAt: now, levelAt: now, openedAt: now }
    const [alert] = await t.deps.database.orm
      .insert(alerts.alerts)
      .values({
        supervisorId: boss.id,
        ruleId: id,
        kind: 'silent',
        operationKey,
        level: 1,
        limit: 1,
        ...times,
      })
      .returning()
    await call(boss, 'put', `/api/alerts/${alert?.id}`, { acknowledged: true })
    await call(boss, 'post', '/api/alerts/handle', { ids: [alert?.id], note: 'x' })
    await call(boss, 'post', '/api/alerts/seen', { ids: [alert?.id] })
    await call(boss, 'post', '/api/alert-rules/try', rule)
    await call(boss, 'put', `/api/alert-rules/${id}`, rule)
    await call(boss, 'delete', `/api/alert-rules/${id}`)
    const browser = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/one',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    }
    for (const url of ['/api/alerts', '/api/alert-rules', '/api/push-key']) await call(boss, 'get', url)
    await call(boss, 'post', '/api/push-subscriptions', browser)
    await call(boss, 'post', '/api/push-subscriptions/end', browser)
    await call(boss, 'get', '/api/quiet-hours')
    const quiet = { on: true, from: '22:00', until: '06:00', urgentToo: true }
    await call(boss, 'put', '/api/quiet-hours', quiet)
  }

  beforeAll(async () => {
    t = await createTestApp()
    boss = await register(t.app, 'supervisor')
    operator = await operatorOf(t.app, boss)
  })
  afterAll(() => t.close())

  it.each([
    'select * from "events" where "timestamp" > $1',
    'select count(*) from "reports" where "reports"."month" = $1',
    'with m as (select 1 from events e where e.supervisor_id = $1) select * from m join containers c on c.version = m.v',
    'insert into "reports" ("month") values ($1)',
    'select * from (select "id" from "containers") "operation" where "operation"."version" = $1',
    'update containers set supervisor_of = $1 where is_active',
  ])('is caught when it names neither: %s', (statement) => {
    expect(unrestricted([statement])).toHaveLength(1)
  })

  it('of a driver, a supervisor or anybody names the supervisor, or what belongs to one', async () => {
    const call = async (
      who: Actor,
      method: 'get' | 'post' | 'put' | 'delete',
      url: string,
      body?: unknown,
    ) => {
      const answer = await (method === 'get' || method === 'delete'
        ? who[method](url)
        : who[method](url, body))
      expect([method, url, answer.status]).toEqual([
        method,
        url,
        expect.toSatisfy((status: number) => status < 300),
      ])
      called.add(`${method.toUpperCase()} ${url.replace(/\?.*/, '')}`)
      return answer.body
    }
    const month = new Date(t.clock.now()).toISOString().slice(0, 7)
    const statements = await sentStatements(async () => {
      const anybody = anonymous(t.app)
      const other = await login(t.app, boss.username)
      called.add('POST /api/login')
      await call(anybody, 'get', '/api/config')
      // A trip; each step is sent again under its id.
      const box = { containerId: 'CSQU3054383', operationType: 'load' }
      const { containerId } = await call(operator, 'post', '/api/containers', {
        ...box,
        eventId: randomUUID(),
      })
      for (const url of ['/api/containers/active', '/api/operator/guide', `/api/events/${containerId}`])
        await call(operator, 'get', url)
      for (const eventType of REST_OF_TRIP.slice(0, 4)) {
        const step = { containerId, eventType, eventId: randomUUID() }
        await call(operator, 'post', '/api/events', step)
        await call(operator, 'post', '/api/events', step)
        t.clock.advance(60_000)
      }
      const place = await call(boss, 'post', '/api/supervisor/places', {
        ...{ name: 'Parque', kind: 'park', client: 'Cliente' },
        shape: { type: 'circle', center: { lat: 20.5, lng: -103.2 }, radiusMetres: 300 },
      })
      for (const what of [
        '',
        '/suggested',
        '/outside',
        '/geojson',
        '/tracks?south=19&west=-104&north=21&east=-103',
      ])
        await call(boss, 'get', `/api/supervisor/places${what}`)
      await call(operator, 'get', '/api/operator/places')
      const { id: placeId, clientId, operations: _, ...same } = place
      await call(boss, 'put', `/api/supervisor/places/${placeId}`, same)
      for (const body of [{ placeId, clientId }, { placeId: null }])
        await call(boss, 'put', `/api/containers/${containerId}/destination`, body)
      await call(boss, 'post', '/api/supervisor/places/geojson', { type: 'FeatureCollection', features: [] })
      await call(boss, 'delete', `/api/supervisor/places/${placeId}`)
      const corrections = `/api/containers/${containerId}/corrections`
      const retraction = {
        kind: 'retraction',
        position: 5,
        reason: 'por error',
        correctionId: randomUUID(),
      }
      for (const body of [retraction, retraction]) await call(boss, 'post', corrections, body)
      for (const who of [boss, operator]) await call(who, 'get', corrections)
      await call(boss, 'post', `/api/containers/${containerId}/share`)
      const link = await call(boss, 'post', `/api/containers/${containerId}/links`, {
        name: 'Cliente',
        level: 'times',
        days: 1,
      })
      for (const id of [containerId, 'CSQU3054383', link.url.split('/').at(-1)]) {
        for (const what of ['containers', 'events']) await call(anybody, 'get', `/api/public/${what}/${id}`)
      }
      await call(boss, 'get', `/api/containers/${containerId}/links`)
      for (const id of [link.id, 'default']) {
        await call(boss, 'delete', `/api/containers/${containerId}/links/${id}`)
      }
      const page = await call(boss, 'get', '/api/events?limit=2')
      for (const filter of [
        'after=0',
        `operatorId=${operator.id}`,
        'containerId=CSQU3054383',
        `containerId=${containerId}`,
        'eventType=en_route',
        'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z',
        'position=missing',
        'q=chofer',
      ]) {
        await call(boss, 'get', `/api/events?${filter}`)
      }
      expect(page).toHaveLength(2)
      for (const url of [
        `/api/events/${containerId}`,
        '/api/events/export',
        '/api/events/export?q=chofer',
        '/api/containers/all',
        '/api/containers/ids',
        '/api/supervisor/operations',
        '/api/supervisor/links',
        '/api/supervisor/operator-logs',
        '/api/supervisor/step-percentiles',
        `/api/supervisor/kpis?month=${month}`,
        `/api/supervisor/kpis?month=${month}&operatorId=${operator.id}&containerId=CSQU3054383&eventType=en_route`,
        `/api/supervisor/kpis/corrections?month=${month}`,
        `/api/supervisor/kpis/visits?month=${month}&timing=totalTime`,
        `/api/supervisor/kpis/turn-times?month=${month}`,
        `/api/supervisor/kpis/turn-hours?month=${month}&placeId=1`,
        '/api/supervisor/forecasts',
        `/api/supervisor/forecasts/calibration?month=${month}`,
        '/api/user',
        '/api/user/features',
        '/api/users/operators',
        `/api/users/operators/${operator.id}/metrics`,
      ]) {
        await call(boss, 'get', url)
      }
      await driveAlerts(call, containerId)
      const report = { month, operatorId: operator.id }
      const { id } = await call(boss, 'post', '/api/reports', report)
      await call(boss, 'post', '/api/reports/export', report)
      for (const url of ['/api/reports', `/api/reports/${id}`]) await call(boss, 'get', url)
      await call(boss, 'delete', `/api/reports/${id}`)
      const { body: park } = await boss.post(
        '/api/supervisor/places',
        parkOf('Muelle', { client: 'Cliente' }),
      )
      const contracts = '/api/detention/contracts'
      const agreed = contractOf({ clientId: park.clientId, placeId: park.id })
      const contract = await call(boss, 'post', contracts, agreed)
      await call(boss, 'put', `${contracts}/${contract.id}`, agreed)
      const settled = { clientId: park.clientId, month }
      await call(boss, 'post', '/api/detention/settlements', { ...settled, state: 'paid' })
      await call(boss, 'get', `/api/detention/settlements?clientId=${park.clientId}&month=${month}`)
      for (const url of [contracts, '/api/detention/now', `/api/detention?month=${month}`]) {
        await call(boss, 'get', url)
      }
      await call(boss, 'post', '/api/evidence', { containerId: (await visit(t, boss)).key })
      const pack = await call(boss, 'post', '/api/evidence', { clientId: park.clientId, month })
      await call(boss, 'get', `/api/evidence/${pack.hash}/file?format=csv`)
      await call(anybody, 'get', `/verificar/${pack.hash}`)
      await call(boss, 'post', `/api/evidence/${pack.hash}/send`, { email: null })
      const shared = await call(boss, 'post', `/api/evidence/${pack.hash}/links`, { name: 'Otra', days: 1 })
      for (const what of ['', '/archivo?format=csv'])
        await call(anybody, 'get', `${new URL(shared.url).pathname}${what}`)
      await call(boss, 'get', `/api/evidence/links?clientId=${park.clientId}&month=${month}`)
      await call(boss, 'delete', `/api/evidence/links/${shared.id}`)
      const { url: invitation } = await call(boss, 'post', '/api/users/invitations')
      const token = new URL(invitation).searchParams.get('invitation')
      await call(anybody, 'get', `/api/public/invitations/${token}`)
      await call(anybody, 'post', '/api/register', {
        ...{
          username: 'invitado',
          password: PASSWORD,
          role: 'operator',
          displayName: 'Invitado',
          email: 'i@example.com',
        },
        ...{ acceptedTerms: true, invitation: token },
      })
      await call(boss, 'delete', '/api/users/invitations')
      const driver = await operatorOf(t.app, boss)
      called.add('POST /api/users/operators')
      await call(boss, 'put', `/api/users/operators/${driver.id}`, { displayName: 'Otro' })
      await call(boss, 'delete', `/api/users/operators/${driver.id}`)
      await call(other, 'post', '/api/live-token')
      await call(other, 'post', '/api/logout')
    })
    expect(statements.size).toBeGreaterThan(50)
    expect(unrestricted(statements)).toEqual([])
    const missing = (await declaredRoutes(t.app))
      .filter(
        // The console works across supervisors, and what concerns the own account on accounts alone. Tiles come from a file.
        ({ audience, path }) =>
          audience !== 'administrator' &&
          !/^\/api\/(admin|password|account|email|login|tiles)(\/|$)/.test(path),
      )
      .filter(({ method, path }) => {
        const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)
        return ![...called].some((route) => pattern.test(route))
      })
    expect(missing.map(({ route }) => route)).toEqual([])
  })
})
