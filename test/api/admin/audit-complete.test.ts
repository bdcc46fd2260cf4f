import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#contract/http/console/audit'
import { readConfig } from '#server/config'
import { alerts } from '#server/db/schema/alerts'
import { mails } from '#server/db/schema/mails'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'

let t: TestApp
let dataDir: string
let boss: Actor
let keys: string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-audit-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  // The first account cannot be deleted.
  await register(t.app, 'supervisor')
  boss = await register(t.app, 'supervisor')
  keys = []
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

let counter = 0
const fresh = (stem: string): string => `${stem}${++counter}`

async function newOperation(): Promise<string> {
  const driver = await operatorOf(t.app, boss, fresh('viajero'))
  const digits = String(1_000_000 + ++counter)
  const { status, body } = await driver.post('/api/containers', {
    containerId: `TEST${digits}`,
    operationType: 'load',
  })
  expect(status).toBe(201)
  keys.push(body.containerId)
  return body.containerId
}

const newOperator = async (): Promise<number> => (await operatorOf(t.app, boss, fresh('chofer'))).id
const newSupervisor = async (): Promise<number> =>
  (await register(t.app, 'supervisor', fresh('supervisora'))).id
async function failedMail(): Promise<number> {
  const at = new Date(t.clock.now())
  const [row] = await t.deps.database.orm
    .insert(mails)
    .values({
      ...{ messageId: randomUUID(), kind: 'notice', line: 'notice', recipient: 'rosa@example.com' },
      ...{ sealed: 'x', state: 'failed', cause: 'recipient', createdAt: at, endedAt: at, nextTryAt: at },
      expiresAt: new Date(at.getTime() + 60_000),
    })
    .returning({ id: mails.id })
  return row?.id ?? 0
}
const newReport = async (): Promise<number> =>
  (await boss.post('/api/reports', { month: '2026-03', operatorId: null })).body.id

const RULE = { kind: 'silent', parameters: {}, enabled: false, push: false, mail: false }
const newRule = async (): Promise<number> => (await boss.post('/api/alert-rules', RULE)).body.id
async function newAlert(): Promise<number> {
  const now = new Date(t.clock.now())
  const [row] = await t.deps.database.orm
    .insert(alerts)
    .values({
      supervisorId: boss.id,
      ruleId: await newRule(),
      kind: 'silent',
      operationKey: await newOperation(),
      level: 1,
      since: now,
      limit: 60,
      raisedAt: now,
      levelAt: now,
      openedAt: now,
    })
    .returning()
  return row?.id ?? 0
}
const QUIET_HOURS = { on: true, from: '22:00', until: '06:00', urgentToo: true }
const BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/secret-of-a-browser',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Write {
  action: AuditAction
  /** What it does before that, with a line of its own. */
  first?: AuditAction
  /** Prepares the data, and returns the request. */
  prepare(): Promise<{ url: string; body?: object }>
}
const plain = (action: AuditAction, url: string, body?: object): Write => ({
  action,
  prepare: async () => ({ url, ...(body === undefined ? {} : { body }) }),
})

const PLACE = {
  kind: 'park',
  shape: { type: 'circle', center: { lat: 20.5, lng: -103.2 }, radiusMetres: 300 },
}
const newPlace = async (): Promise<string> => {
  const { body } = await boss.post('/api/supervisor/places', { ...PLACE, name: fresh('Parque') })
  return `/api/supervisor/places/${body.id}`
}

const CONTRACT = {
  clientId: null,
  operationType: null,
  basis: 'visit',
  freeMinutes: 120,
  blockMinutes: 15,
  rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
  pauses: [],
  validFrom: '2026-01-01',
  validUntil: null,
}
const newContract = async () => {
  const place = await newPlace()
  return { ...CONTRACT, name: fresh('Acuerdo'), placeId: Number(place.split('/').at(-1)) }
}
const newPack = async () => {
  const place = { ...PLACE, name: fresh('Parque'), client: fresh('Cliente') }
  const { body } = await boss.post('/api/supervisor/places', place)
  return { clientId: body.clientId, month: '2026-03' }
}

const newEvidence = async (): Promise<string> => (await boss.post('/api/evidence', await newPack())).body.hash

const NEW_LINK = { name: 'Cliente', level: 'full', days: 7 }

/** Every write of a supervisor, and every export of the record. */
const SUPERVISOR: Record<string, Write> = {
  'POST /api/users/operators': {
    action: 'operator_created',
    prepare: async () => ({
      url: '/api/users/operators',
      body: { username: fresh('nuevo'), displayName: 'Nuevo', password: PASSWORD },
    }),
  },
  'PUT /api/users/operators/{id}': {
    action: 'operator_changed',
    prepare: async () => ({
      url: `/api/users/operators/${await newOperator()}`,
      body: { displayName: 'Otro' },
    }),
  },
  'DELETE /api/users/operators/{id}': {
    action: 'operator_deleted',
    prepare: async () => ({ url: `/api/users/operators/${await newOperator()}` }),
  },
  'POST /api/users/invitations': plain('invitation_created', '/api/users/invitations'),
  'DELETE /api/users/invitations': plain('invitations_revoked', '/api/users/invitations'),
  'POST /api/reports': plain('report_saved', '/api/reports', { month: '2026-03', operatorId: null }),
  'DELETE /api/reports/{id}': {
    action: 'report_deleted',
    prepare: async () => ({ url: `/api/reports/${await newReport()}` }),
  },
  'POST /api/reports/export': plain('report_exported', '/api/reports/export', {
    month: '2026-03',
    operatorId: null,
  }),
  'POST /api/containers/{containerId}/share': {
    action: 'link_shared',
    prepare: async () => ({ url: `/api/containers/${await newOperation()}/share` }),
  },
  'POST /api/containers/{containerId}/links': {
    action: 'link_created',
    prepare: async () => ({ url: `/api/containers/${await newOperation()}/links`, body: NEW_LINK }),
  },
  'DELETE /api/containers/{containerId}/links/{linkId}': {
    action: 'link_revoked',
    prepare: async () => {
      const url = `/api/containers/${await newOperation()}/links`
      return { url: `${url}/${(await boss.post(url, NEW_LINK)).body.id}` }
    },
  },
  'POST /api/evidence/{hash}/links': {
    action: 'link_created',
    prepare: async () => ({ url: `/api/evidence/${await newEvidence()}/links`, body: NEW_LINK }),
  },
  'POST /api/evidence/{hash}/send': {
    first: 'link_created',
    action: 'settlement_changed',
    prepare: async () => ({ url: `/api/evidence/${await newEvidence()}/send`, body: { email: null } }),
  },
  'DELETE /api/evidence/links/{linkId}': {
    action: 'link_revoked',
    prepare: async () => {
      const { body } = await boss.post(`/api/evidence/${await newEvidence()}/links`, NEW_LINK)
      return { url: `/api/evidence/links/${body.id}` }
    },
  },
  'POST /api/supervisor/places': {
    action: 'place_created',
    prepare: async () => ({ url: '/api/supervisor/places', body: { ...PLACE, name: fresh('Parque') } }),
  },
  'PUT /api/supervisor/places/{placeId}': {
    action: 'place_changed',
    prepare: async () => ({ url: await newPlace(), body: { ...PLACE, name: fresh('Parque') } }),
  },
  'DELETE /api/supervisor/places/{placeId}': {
    action: 'place_retired',
    prepare: async () => ({ url: await newPlace() }),
  },
  'POST /api/supervisor/places/geojson': plain('places_imported', '/api/supervisor/places/geojson', {
    type: 'FeatureCollection',
    features: [],
  }),
  'GET /api/supervisor/places/geojson': plain('places_exported', '/api/supervisor/places/geojson'),
  'PUT /api/containers/{containerId}/destination': {
    action: 'destination_changed',
    prepare: async () => ({
      url: `/api/containers/${await newOperation()}/destination`,
      body: { placeId: null },
    }),
  },
  'PUT /api/alerts/{id}': {
    action: 'alert_handled',
    prepare: async () => ({ url: `/api/alerts/${await newAlert()}`, body: { acknowledged: true } }),
  },
  'POST /api/alerts/handle': {
    action: 'alert_handled',
    prepare: async () => ({
      url: '/api/alerts/handle',
      body: { ids: [await newAlert()], acknowledged: true },
    }),
  },
  'POST /api/alert-rules': plain('alert_rule_created', '/api/alert-rules', RULE),
  'PUT /api/alert-rules/{id}': {
    action: 'alert_rule_changed',
    prepare: async () => ({ url: `/api/alert-rules/${await newRule()}`, body: RULE }),
  },
  'DELETE /api/alert-rules/{id}': {
    action: 'alert_rule_removed',
    prepare: async () => ({ url: `/api/alert-rules/${await newRule()}` }),
  },
  'PUT /api/quiet-hours': plain('quiet_hours_changed', '/api/quiet-hours', QUIET_HOURS),
  'POST /api/push-subscriptions': plain('push_on', '/api/push-subscriptions', BROWSER),
  'POST /api/push-subscriptions/end': {
    action: 'push_off',
    prepare: async () => {
      const body = { ...BROWSER, endpoint: `${BROWSER.endpoint}/2` }
      await boss.post('/api/push-subscriptions', body)
      return { url: '/api/push-subscriptions/end', body }
    },
  },
  'POST /api/detention/contracts': {
    action: 'contract_created',
    prepare: async () => ({ url: '/api/detention/contracts', body: await newContract() }),
  },
  'PUT /api/detention/contracts/{id}': {
    action: 'contract_changed',
    prepare: async () => {
      const contract = await newContract()
      const { body } = await boss.post('/api/detention/contracts', contract)
      return { url: `/api/detention/contracts/${body.id}`, body: { ...contract, validUntil: '2026-12-31' } }
    },
  },
  'POST /api/detention/settlements': {
    action: 'settlement_changed',
    prepare: async () => ({
      url: '/api/detention/settlements',
      body: { ...(await newPack()), state: 'sent' },
    }),
  },
  'POST /api/evidence': {
    action: 'evidence_issued',
    prepare: async () => ({ url: '/api/evidence', body: await newPack() }),
  },
  'GET /api/evidence/{hash}/file': {
    action: 'evidence_exported',
    prepare: async () => {
      const { body } = await boss.post('/api/evidence', await newPack())
      return { url: `/api/evidence/${body.hash}/file?format=csv` }
    },
  },
  'GET /api/events/export': {
    action: 'history_exported',
    prepare: async () => ({ url: `/api/events/export?containerId=${await newOperation()}` }),
  },
}

/** Every write of the administrator. */
const ADMIN: Record<string, Write> = {
  'POST /api/admin/login': plain('admin_login', '/api/admin/login', { adminKey: ADMIN_KEY }),
  'POST /api/admin/logout': plain('admin_logout', '/api/admin/logout'),
  'POST /api/admin/settings': plain('setting_changed', '/api/admin/settings', {
    key: 'public_tracking',
    value: 'link',
  }),
  'POST /api/admin/force-backup': plain('backup_written', '/api/admin/force-backup'),
  'POST /api/admin/force-load': plain('board_reloaded', '/api/admin/force-load'),
  'POST /api/admin/verify-memory': plain('board_verified', '/api/admin/verify-memory'),
  'POST /api/admin/users/{id}/status': {
    action: 'account_deactivated',
    prepare: async () => ({
      url: `/api/admin/users/${await newSupervisor()}/status`,
      body: { active: false },
    }),
  },
  'PUT /api/admin/users/{id}/phone': {
    action: 'phone_changed',
    prepare: async () => ({
      url: `/api/admin/users/${await newSupervisor()}/phone`,
      body: { phone: '33 1234 5678' },
    }),
  },
  'POST /api/admin/users/{id}/features': {
    action: 'features_changed',
    prepare: async () => ({
      url: `/api/admin/users/${await newSupervisor()}/features`,
      body: { features: { linkSharing: false } },
    }),
  },
  'POST /api/admin/users/{id}/password-reset': {
    action: 'password_reset_sent',
    prepare: async () => ({ url: `/api/admin/users/${await newSupervisor()}/password-reset` }),
  },
  'POST /api/admin/mails/{id}/retry': {
    action: 'mail_retried',
    prepare: async () => ({ url: `/api/admin/mails/${await failedMail()}/retry` }),
  },
  'POST /api/admin/mail-test': {
    action: 'mail_tested',
    prepare: async () => ({ url: '/api/admin/mail-test', body: { email: 'yo@example.com' } }),
  },
  'POST /api/admin/create-supervisor': {
    action: 'supervisor_created',
    prepare: async () => ({
      url: '/api/admin/create-supervisor',
      body: { username: fresh('creada'), password: PASSWORD, displayName: 'Creada' },
    }),
  },
  'DELETE /api/admin/supervisors/{id}': {
    action: 'supervisor_deleted',
    prepare: async () => ({ url: `/api/admin/supervisors/${await newSupervisor()}` }),
  },
  'DELETE /api/admin/operators/{id}': {
    action: 'operator_deleted',
    prepare: async () => ({ url: `/api/admin/operators/${await newOperator()}` }),
  },
}

const SECOND_FACTOR = 'needs a code; leaves its line (second-factor.test.ts)'

/** Every other write, and why it leaves no line, or which test proves its line. */
const WITHOUT_LINE: Record<string, string> = {
  'POST /api/login': 'a session is not a change; who signs in when is nobody else’s business',
  'POST /api/logout': 'a session is not a change',
  'POST /api/register': 'nobody is signed in; with an invitation it leaves a line (audit.test.ts)',
  'POST /api/alerts/seen': 'looking changes nothing; the alert keeps who and when (inbox.test.ts)',
  'POST /api/alert-rules/try': 'counts in the record; nothing changed',
  'POST /api/live-token': 'a ticket for thirty seconds changes nothing',
  'POST /api/containers': 'the record of events is the driver’s trace',
  'POST /api/events': 'the record of events is the driver’s trace',
  'POST /api/containers/{containerId}/corrections': 'a record of its own, with author and reason',
  'POST /api/password/reset-request':
    'whether there is such an account must not show; mail is sent, nothing changed',
  'POST /api/email/confirm': 'nobody is signed in; leaves `email_confirmed` (email.test.ts)',
  'POST /api/account/email/confirmation': 'sends a mail; nothing changed',
  'PUT /api/account/password': 'leaves `own_password_changed`, and ends sessions (own-account.test.ts)',
  'PUT /api/account/phone': 'leaves `phone_changed` (own-account.test.ts)',
  'PUT /api/account/email': 'sends a mail; the confirmation leaves `email_confirmed` (own-account.test.ts)',
  'POST /api/account/proof': 'a proof is not a change',
  'POST /api/account/activity':
    'says that a person is there; an end for want of it leaves `logout` (idle-desks.test.ts)',
  'POST /api/login/passkey/options': 'a question to the browser changes nothing',
  'POST /api/login/passkey': 'a session is not a change; `login` says that it was one (passkeys.test.ts)',
  'POST /api/account/proof/passkey/options': 'a question to the browser changes nothing',
  'POST /api/account/proof/passkey': 'a proof is not a change',
  'POST /api/account/passkeys/options': 'a question to the browser changes nothing',
  'POST /api/account/passkeys': 'leaves `passkey_added` (passkeys.test.ts)',
  'PUT /api/account/passkeys/{id}': 'leaves `passkey_renamed` (passkeys.test.ts)',
  'DELETE /api/account/passkeys/{id}': 'leaves `passkey_removed` (passkeys.test.ts)',
  'POST /api/admin/proof': 'a proof is not a change',
  ...Object.fromEntries(
    ['account', 'admin'].flatMap((whose) => [
      [`POST /api/${whose}/second-factor`, 'changes nothing before a first right code'],
      [`POST /api/${whose}/second-factor/confirm`, SECOND_FACTOR],
      [`POST /api/${whose}/second-factor/recovery-codes`, SECOND_FACTOR],
      [`POST /api/${whose}/second-factor/off`, SECOND_FACTOR],
    ]),
  ),
  'DELETE /api/admin/users/{id}/second-factor': SECOND_FACTOR,
  'DELETE /api/account/sessions': 'a session is not a change',
  'DELETE /api/account/sessions/{id}': 'a session is not a change',
  'POST /api/password/reset':
    'nobody is signed in; leaves `password_reset`, and `email_confirmed` with the first (recovery.test.ts)',
}

const WRITES = { ...SUPERVISOR, ...ADMIN }

it('every route that writes is listed here, with its audit line or the reason for none', async () => {
  const { body } = await anonymous(t.app).get('/api/openapi.json')
  const paths: Record<string, Record<string, unknown>> = body.paths
  const there = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get' && method !== 'head')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = Object.keys({ ...WRITES, ...WITHOUT_LINE })
  // None is hidden from the document.
  expect(t.app.printRoutes().match(/\b(POST|PUT|PATCH|DELETE)\b/g)).toHaveLength(there.length)
  expect(there.filter((route) => !known.includes(route))).toEqual([])
  expect(known.filter((route) => !route.startsWith('GET') && !there.includes(route))).toEqual([])
})

async function send(route: string, { url, body }: { url: string; body?: object }) {
  const isAdmin = route in ADMIN
  return t.app.inject({
    method: route.split(' ')[0] as Method,
    url,
    headers: isAdmin ? { 'x-admin-key': ADMIN_KEY } : { cookie: `acarreo.sid=${boss.cookie}` },
    ...(body === undefined ? {} : { payload: body }),
  })
}

describe.each(Object.entries(WRITES))('%s', (route, { first, action, prepare }) => {
  it(`leaves exactly one line, ${action}`, async () => {
    const request = await prepare()
    const before = (await lines(t)).length
    const answer = await send(route, request)
    expect([200, 201, 204]).toContain(answer.statusCode)
    // What the product does by itself meanwhile is no line of this write.
    const left = (await lines(t)).slice(before).filter(({ actorKind }) => actorKind !== 'system')
    expect(left.map((line) => [line.action, line.actorKind, line.actorId, line.address])).toEqual(
      [...(first ? [first] : []), action].map((one) =>
        route in ADMIN ? [one, 'admin', null, '127.0.0.1'] : [one, 'supervisor', boss.id, '127.0.0.1'],
      ),
    )
  })
})

it('the log contains no password, hash, token or operation key', async () => {
  const invited = await boss.post('/api/users/invitations')
  const linked = await boss.post(`/api/containers/${await newOperation()}/links`, NEW_LINK)
  const shared = await boss.post(`/api/evidence/${await newEvidence()}/links`, NEW_LINK)
  await boss.put(`/api/users/operators/${await newOperator()}`, { password: 'una clave muy secreta' })
  const written = JSON.stringify(await lines(t))
  const { rows } = await t.deps.database.pool.query<{ secret: string }>(
    `select password_hash as secret from users union all select container_id from containers
     union all select token_hash from invitations union all select sid from session`,
  )
  const secrets = [
    'secret-of-a-browser',
    ...rows.map((row) => row.secret),
    ...keys,
    // The token of an operation key, without its number, is a secret too.
    ...keys.map((key) => key.split('_')[1] ?? ''),
    new URL(invited.body.url).searchParams.get('invitation') ?? '',
    ...[linked, shared].map(({ body }) => body.url.split('/').at(-1)),
    boss.cookie ?? '',
    PASSWORD,
    'una clave muy secreta',
    ADMIN_KEY,
    ...t.deps.sessionSecrets,
  ]
  expect(keys.length).toBeGreaterThan(1)
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => secret === '' || written.includes(secret))).toEqual([])
})
