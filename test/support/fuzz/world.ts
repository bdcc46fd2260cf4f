import type { Audience } from '#contract/endpoints/endpoint'
import { FEATURES } from '#domain/account/entitlements'
import { type Actor, login, operatorOf, PASSWORD, register } from '../actors.ts'
import { ADMIN_KEY, type TestApp } from '../app.ts'
import { setFlags } from '../flags.ts'
import { nextContainerNumber } from '../history.ts'
import { contractOf, parkOf, visit } from '../visit.ts'
import type { Known, Operation } from './operations.ts'

const MONTH = '2026-03'

/** Opposite presses: each is allowed after the other. */
const PRESSES = ['stop_rest', 'resume_route']

/** A tenant with something of everything, so that a request finds what it names. */
export async function fuzzedWorld(t: TestApp) {
  const boss = await register(t.app, 'supervisor')
  const allOn = Object.fromEntries(FEATURES.map((feature) => [feature, true]))
  await setFlags(t.deps, boss, { ...allOn, premiumActivated: true, premiumExpirationDate: null })
  const made = async (path: string, body: object = {}, by: Actor = boss) => {
    const { status, body: answer } = await by.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  const place = await made('/api/supervisor/places', parkOf('Parque', { client: 'Importadora' }))
  const contract = await made('/api/detention/contracts', contractOf({ clientId: place.clientId }))
  const ended = await visit(t, boss)
  const pack = await made('/api/evidence', { containerId: ended.key })
  const packLink = await made(`/api/evidence/${pack.hash}/links`, { name: 'Contaduría', days: 9 })
  const driver = await operatorOf(t.app, boss)
  const start = (by: Actor) => made('/api/containers', { containerId: nextContainerNumber() }, by)
  const active = await start(driver)
  await made('/api/events', { containerId: active.containerId, eventType: 'en_route' }, driver)
  const corrected = await start(await operatorOf(t.app, boss))
  const link = await made(`/api/containers/${active.containerId}/links`, {
    name: 'Uno',
    level: 'full',
    days: 9,
  })
  const report = await made('/api/reports', { month: MONTH, operatorId: null })
  const [rule] = (await boss.get('/api/alert-rules')).body
  const invitation = new URL((await made('/api/users/invitations')).url).pathname.split('/').at(-1)
  const [spareDriver, spareBoss] = [await operatorOf(t.app, boss), await register(t.app, 'supervisor')]

  const byPath: [RegExp, unknown][] = [
    [/\/reports/, report.id],
    [/\/alert-rules/, rule.id],
    [/\/contracts/, contract.id],
    [/\/users\/operators|admin\/operators/, spareDriver.id],
    [/\/admin\//, spareBoss.id],
  ]
  const known: Record<string, unknown> = {
    userId: driver.id,
    operatorId: driver.id,
    placeId: place.id,
    clientId: place.clientId,
    month: MONTH,
    hash: pack.hash,
    token: invitation,
    timing: 'totalTime',
    operationType: 'load',
    containerNumber: 'CSQU3054383',
    phone: '3141234567',
    email: 'alguien@example.com',
    // Never the right one where that would change it.
    currentPassword: 'otra que no es',
    password: PASSWORD,
    newPassword: PASSWORD,
    adminKey: ADMIN_KEY,
    username: 'alguien.nuevo',
    timeZone: 'America/Mexico_City',
    facilityCode: 'MXZLO',
    endpoint: 'https://fcm.googleapis.com/fcm/send/one',
    p256dh: 'A'.repeat(87),
    auth: 'A'.repeat(22),
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
    validFrom: '2026-01-01',
    validUntil: null,
    lat: 19.05,
    lng: -104.3,
    occurredAt: '2026-03-10T17:59:00Z',
    clockOffsetMs: 0,
    position: 1,
    acceptedTerms: true,
    cursor: undefined,
  }
  let presses = 0
  /** What a request of this operation names. */
  const valuesOf =
    ({ name, path }: Operation): Known =>
    (field) => {
      if (field === 'id') return byPath.find(([where]) => where.test(path))?.[1] ?? 1
      if (field === 'linkId') return path.includes('evidence') ? packLink.id : link.id
      if (field === 'eventType') return name === 'POST /api/events' ? PRESSES[presses++ % 2] : 'stop_rest'
      if (field === 'containerId') {
        if (path.includes('corrections')) return corrected.containerId
        if (name === 'POST /api/containers') return nextContainerNumber()
        return path.includes('evidence') ? ended.key : active.containerId
      }
      // A pause is two clock times, and elsewhere the two are instants.
      if (path.includes('contracts') && (field === 'from' || field === 'to'))
        return field === 'from' ? '14:00' : '15:00'
      return known[field]
    }

  const actors = { operator: driver, supervisor: boss }
  /** The headers with which this audience calls; a session that a request has ended begins again. */
  async function headersOf(audience: Audience): Promise<Record<string, string>> {
    if (audience === 'anyone') return {}
    if (audience === 'administrator') return { 'x-admin-key': ADMIN_KEY }
    const role = audience === 'operator' ? 'operator' : 'supervisor'
    if ((await actors[role].get('/api/user')).status !== 200) {
      actors[role] = await login(t.app, actors[role].username)
    }
    await actors[role].post('/api/account/proof', { currentPassword: PASSWORD })
    return { cookie: `acarreo.sid=${actors[role].cookie}` }
  }
  return { valuesOf, headersOf }
}
