import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createNamedDatabase } from '../support/database.ts'
import { hireCrew, httpClient } from '../support/http-client.ts'
import { type Gate, startGate } from '../support/processes/gate.ts'
import { type LogLine, type Spoken, speak } from '../support/processes/product-lines.ts'
import { startRedis } from '../support/processes/redis.ts'
import { untilServing, workersOf } from '../support/processes/server-process.ts'
import { callEverything, stopDatabase } from '../support/processes/stopped.ts'
import { catchMail } from '../support/smtp.ts'

const AT_MOST_MS = 240_000
const KEY = 'a key for the console of this test'

/** A product that is ready, and what it has written since. */
interface Running extends Spoken {
  origin: string
  dataDir: string
  /** Codes above 'info', and the ends of faults, since the product was ready. */
  faults(): LogLine[]
}

async function run(env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-lines-'))
  await chmod(dataDir, 0o755)
  const product = speak({ DATA_DIR: dataDir, ADMIN_KEY: KEY, BACKUP_HOUR: 'off', ...env }, args)
  onTestFinished(async () => {
    product.child.kill('SIGTERM')
    await product.ended
    await rm(dataDir, { recursive: true, force: true })
  })
  const ready = await vi.waitFor(
    () => {
      const line = product.lines.find(({ code }) => code === 'READY')
      if (!line) throw new Error(`not ready: ${JSON.stringify([product.lines, product.strange])}`)
      return line
    },
    { timeout: 120_000, interval: 50 },
  )
  const before = product.told().length
  return {
    ...product,
    dataDir,
    origin: String(ready.msg).replace('Acarreo está listo: ', ''),
    faults: () => product.told().slice(before),
  }
}

const codesOf = (product: Running): string[] => product.faults().map(({ code }) => code)

const saysNothingElse = async (product: Running, ...codes: string[]): Promise<void> => {
  await vi.waitFor(() => expect(codesOf(product)).toEqual(codes), { timeout: 60_000, interval: 50 })
  // What failed meanwhile may come a little later.
  await pause(3_000)
  expect(codesOf(product)).toEqual(codes)
  expect(product.strange).toEqual([])
  for (const line of product.lines) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/Z$/),
      level: expect.any(String),
      pid: expect.any(Number),
    })
    expect(line.err).toBeUndefined()
  }
}

/** Calls of every kind, for so long; how many were answered with 503. */
async function callFor(milliseconds: number, origin: string, crew: Awaited<ReturnType<typeof hireCrew>>) {
  const until = performance.now() + milliseconds
  let refused = 0
  while (performance.now() < until) {
    const answers = await callEverything(origin, crew, KEY)
    refused += answers.filter(({ status }) => status === 503).length
    await pause(200)
  }
  return refused
}

test(
  'a PostgreSQL that is stopped has a line when it falls silent and one when it answers, however many calls fail',
  async () => {
    const product = await run()
    const crew = await hireCrew(product, 'base', 2)
    const goOn = stopDatabase(product.dataDir)
    onTestFinished(goOn)
    const refused = await callFor(8_000, product.origin, crew)
    expect(refused).toBeGreaterThan(10)
    goOn()
    await untilServing(product.origin)
    await saysNothingElse(product, 'DB_UNREACHABLE', 'DB_BACK')
    const [begin, end] = product.faults()
    expect(begin).toMatchObject({ level: 'error', host: expect.any(String), reason: expect.any(String) })
    expect(end).toMatchObject({ level: 'info', seconds: expect.any(Number), suppressed: expect.any(Number) })
    expect(end?.seconds).toBeGreaterThan(3)
    expect(end?.suppressed).toBeGreaterThan(5)
  },
  AT_MOST_MS,
)

/** A gate to everybody's PostgreSQL, and the URL through it. */
async function databaseGate(): Promise<{ gate: Gate; open(): Promise<void>; env: NodeJS.ProcessEnv }> {
  const given = await createNamedDatabase()
  const gate = await startGate()
  onTestFinished(async () => {
    await gate.shut()
    await given.drop()
  })
  const { host, port } = inject('postgres')
  const open = () => gate.lead({ path: join(host, `.s.PGSQL.${port}`) })
  await open()
  const url = `postgres://${inject('productRole')}@127.0.0.1:${gate.port}/${given.name}`
  return { gate, open, env: { DATABASE_URL: url, DATABASE_OWNER_URL: given.ownerUrl } }
}

test(
  'one that refuses connections as well; two outages are two pairs',
  async () => {
    const { gate, open, env } = await databaseGate()
    const product = await run(env)
    const crew = await hireCrew(product, 'base', 2)
    for (let outage = 1; outage <= 2; outage++) {
      await gate.shut()
      expect(await callFor(4_000, product.origin, crew)).toBeGreaterThan(10)
      await open()
      await untilServing(product.origin)
      await saysNothingElse(product, ...Array(outage).fill(['DB_UNREACHABLE', 'DB_BACK']).flat())
    }
    expect(product.faults()[0]).toMatchObject({
      host: `127.0.0.1:${gate.port}`,
      reason: expect.stringMatching(/ECONN(REFUSED|RESET)/),
    })
  },
  AT_MOST_MS,
)

test(
  'a Redis that dies, and a mail server that refuses, have one line each way; an account that floods is named once',
  async () => {
    const redis = await startRedis(inject('redis').program)
    onTestFinished(() => redis.stop())
    const mail = await catchMail()
    const post = await startGate()
    onTestFinished(async () => {
      await post.shut()
      await mail.close()
    })
    const { env } = await databaseGate()
    const product = await run({
      ...env,
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://127.0.0.1:${post.port}`,
      REQUESTS_PER_MINUTE: '100',
    })
    const own = { origin: product.origin }
    await redis.kill()
    const names = ['ana', 'luis', 'rosa']
    for (const username of names) {
      const answer = await httpClient(own).post('/api/register', {
        username,
        password: 'una clave de prueba',
        role: 'supervisor',
        displayName: username,
        email: `${username}@example.com`,
        acceptedTerms: true,
      })
      expect(answer.status).toBe(201)
    }
    await vi.waitFor(
      () => expect(codesOf(product).toSorted()).toEqual(['MAIL_REFUSED', 'REDIS_UNREACHABLE']),
      30_000,
    )
    await pause(3_000)
    expect(codesOf(product)).toHaveLength(2)
    await post.lead({ host: '127.0.0.1', port: Number(new URL(mail.url).port) })
    await redis.restart()
    const late = httpClient(own)
    const registered = {
      password: 'una clave de prueba',
      role: 'supervisor',
      displayName: 'Eva',
      acceptedTerms: true,
    }
    await late.post('/api/register', { ...registered, username: 'eva', email: 'eva@example.com' })
    await vi.waitFor(
      () =>
        expect(codesOf(product).toSorted()).toEqual([
          'MAIL_BACK',
          'MAIL_REFUSED',
          'REDIS_BACK',
          'REDIS_UNREACHABLE',
        ]),
      30_000,
    )
    const of = (code: string) => product.faults().find((line) => line.code === code)
    expect(of('MAIL_REFUSED')).toMatchObject({
      host: `127.0.0.1:${post.port}`,
      cause: 'unreachable',
      answer: expect.stringMatching(/ECONN(REFUSED|RESET)/),
    })
    expect(of('MAIL_BACK')?.suppressed).toBeGreaterThan(0)
    expect(of('REDIS_UNREACHABLE')).toMatchObject({ host: new URL(redis.url).host })

    const statuses: number[] = []
    for (let i = 0; i < 500; i++) statuses.push((await late.get('/api/user')).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(200)
    const floods = product.faults().filter(({ code }) => code === 'LIMIT_REFUSES')
    expect(floods).toEqual([
      expect.objectContaining({
        username: 'eva',
        account: expect.any(Number),
        route: 'GET /api/user',
        reqId: expect.any(String),
      }),
    ])
    expect(floods[0]?.msg).toContain('La cuenta eva')
  },
  AT_MOST_MS,
)

test(
  'three workers say once that PostgreSQL is away and back, and Redis',
  async () => {
    const redis = await startRedis(inject('redis').program)
    onTestFinished(() => redis.stop())
    const { gate, open, env } = await databaseGate()
    const product = await run({ ...env, REDIS_URL: redis.url }, ['--processes', '3'])
    const crew = await hireCrew(product, 'base', 2)
    await gate.shut()
    expect(await callFor(6_000, product.origin, crew)).toBeGreaterThan(10)
    await open()
    await untilServing(product.origin)
    await saysNothingElse(product, 'DB_UNREACHABLE', 'DB_BACK')
    await redis.kill()
    await vi.waitFor(() => expect(codesOf(product)).toContain('REDIS_UNREACHABLE'), 30_000)
    await pause(3_000)
    await redis.restart()
    await saysNothingElse(product, 'DB_UNREACHABLE', 'DB_BACK', 'REDIS_UNREACHABLE', 'REDIS_BACK')
    expect(product.faults().map(({ pid }) => pid)).toEqual(Array(4).fill(product.child.pid))
    expect(product.faults()[1]?.suppressed).toBeGreaterThan(5)
    // Each of the three has two connections, and one of the six has the line.
    expect(product.faults()[3]?.suppressed).toBeGreaterThanOrEqual(5)
  },
  AT_MOST_MS,
)

test(
  'a worker that is killed has a line when it dies and one when another stands in its place',
  async () => {
    const { env } = await databaseGate()
    const product = await run(env, ['--processes', '2'])
    const [worker = 0] = workersOf(product.child.pid ?? 0)
    process.kill(worker, 'SIGKILL')
    await saysNothingElse(product, 'WORKER_DIED', 'WORKER_BACK')
    const [died, back] = product.faults()
    expect(died).toMatchObject({ level: 'error', worker, how: 'SIGKILL' })
    expect(back).toMatchObject({ level: 'info', seconds: expect.any(Number), suppressed: 0 })
  },
  AT_MOST_MS,
)
