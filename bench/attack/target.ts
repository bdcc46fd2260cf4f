import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainClock } from '#server/adapters/clock'
import { randomSecret } from '#server/adapters/ids'
import { outboxMailer } from '#server/adapters/mailer'
import { argon2Passwords } from '#server/adapters/passwords'
import { createWebPush } from '#server/adapters/web-push'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import { connect } from '#server/db/connect'
import { startDatabase } from '#server/db/start/open'
import { verifyAudit } from '#server/features/base/audit/verify'
import { createRateLimits, type RateLimits } from '#server/http/limits/rate-limits'
import { memoryBus } from '#server/live/bus/memory'
import { verifyRecord } from '#server/record/verify/verify'
import { type HttpClient, hireCrew, httpClient } from '../../test/support/http-client.ts'
import { contractOf, parkOf } from '../../test/support/visit.ts'

const ADMIN_KEY = 'a key for the console under attack'

/** In every row of the tenant that nobody may see. */
export const FOREIGN = 'forastero'

export const ROLES = ['anonymous', 'driver', 'supervisor', 'administrator'] as const
export type Role = (typeof ROLES)[number]

const RAISED = 100_000_000

/** Every limit of the product, out of a scanner's way. */
const noLimits = (): RateLimits =>
  createRateLimits(Object.fromEntries(Object.keys(createRateLimits()).map((name) => [name, RAISED])))

/**
 * The product in this process, on an embedded database with two tenants: the one whose accounts attack, and FOREIGN.
 * `hasLimits`: as delivered; else no limit holds a scanner up.
 */
export async function startTarget({ hasLimits }: { hasLimits: boolean }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-attack-'))
  await chmod(dataDir, 0o755)
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    ...(hasLimits ? {} : { REQUESTS_PER_MINUTE: String(RAISED) }),
  })
  const talk = { tell: () => {}, onError: (error: Error) => console.error(error.message) }
  const running = await startDatabase(config, talk)
  const database = connect(running.connection)
  const app = await buildApp({
    config,
    database,
    clock: plainClock(Date.now),
    mailer: outboxMailer({
      folder: join(dataDir, 'outbox'),
      from: 'a@example.com',
      clock: plainClock(Date.now),
      said: () => {},
    }),
    passwords: argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    webPush: createWebPush({ privateKey: randomSecret(), contact: 'a@example.com' }),
    bus: memoryBus(),
    rateLimits: hasLimits ? createRateLimits() : noLimits(),
    sessionSecrets: ['a secret for the product under attack'],
    adminKey: ADMIN_KEY,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const [own] = await Promise.all(['propio', FOREIGN].map((name) => tenant(origin, name)))
  if (!own) throw new Error('no tenant')

  return {
    origin,
    own,
    /** Signs an account of this role in; returns its cookies. */
    async signIn(role: Role): Promise<string> {
      const client = httpClient({ origin })
      if (role === 'anonymous') return ''
      if (role === 'administrator') return administratorIn(origin)
      else {
        const { username, password } = role === 'driver' ? own.driver : own.supervisor
        await client.post('/api/login', { username, password })
      }
      return client.cookie
    },
    /** Faults of record and audit log. */
    async faults(): Promise<string[]> {
      const owner = connect(running.owner, { max: 1 })
      try {
        const found = [(await verifyRecord(owner)).fault, (await verifyAudit(owner)).fault]
        return found.flatMap((fault) => (fault ? [JSON.stringify(fault)] : []))
      } finally {
        await owner.close()
      }
    },
    async stop() {
      await app.close()
      await database.close()
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type AttackTarget = Awaited<ReturnType<typeof startTarget>>

/** The cookies of the console's session. */
async function administratorIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ adminKey: ADMIN_KEY }),
  })
  if (!answer.ok) throw new Error(`administrator: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** A supervisor and a driver with something of everything, the name of the tenant in its texts. */
async function tenant(origin: string, name: string) {
  const { supervisor, operators } = await hireCrew({ origin }, name, 1)
  const driver = operators[0]
  if (!driver) throw new Error('no driver')
  const number = name === FOREIGN ? 'FORU1234560' : 'CSQU3054383'
  const started = await posted(driver, '/api/containers', { containerId: number })
  const containerId: string = started.containerId
  await posted(driver, '/api/events', {
    containerId,
    eventType: 'en_route',
    coordinates: { lat: 19, lng: -104 },
  })
  await posted(supervisor, `/api/containers/${containerId}/corrections`, {
    kind: 'container_number',
    containerNumber: number,
    reason: `motivo de ${name}`,
  }).catch(() => {})
  const link = await posted(supervisor, `/api/containers/${containerId}/links`, {
    name: `cliente de ${name}`,
    level: 'full',
    days: 3,
  })
  const month = new Date().toISOString().slice(0, 7)
  const report = await posted(supervisor, '/api/reports', { month, operatorId: null })
  const place = await posted(
    supervisor,
    '/api/supervisor/places',
    parkOf(`parque de ${name}`, { client: name }),
  )
  const contract = await posted(
    supervisor,
    '/api/detention/contracts',
    contractOf({ name, clientId: place.clientId }),
  )
  const pack = await posted(supervisor, '/api/evidence', { clientId: place.clientId, month }, 200)
  await posted(supervisor, `/api/evidence/${pack.hash}/links`, { name: `expediente de ${name}`, days: 3 })
  const rule = (await supervisor.get('/api/alert-rules')).body[0]
  return { supervisor, driver, containerId, month, link, report, place, contract, pack, rule }
}

async function posted(client: HttpClient, path: string, body: object, wanted = 201) {
  const { status, body: answer } = await client.post(path, body)
  if (status !== wanted) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
  return answer
}
