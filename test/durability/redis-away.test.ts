import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { connect } from '#server/db/connect'
import { chanceFrom } from '../../scripts/demo/random.mjs'
import { createNamedDatabase } from '../support/database.ts'
import { openDesk } from '../support/desk.ts'
import { type HttpClient, hireCrew, httpClient } from '../support/http-client.ts'
import { driveUntilBroken, type Ledger } from '../support/processes/kill-load.ts'
import { readRecord, recordFaults } from '../support/processes/record-faults.ts'
import { startRedis } from '../support/processes/redis.ts'
import { startServer } from '../support/processes/server-process.ts'

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

test('Redis killed during writes to two processes: no write fails, nothing is lost, every desk catches up', async () => {
  // What is started last is stopped first, also when the time is up.
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-redis-away-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { name, url, ownerUrl, drop } = await createNamedDatabase()
  onTestFinished(drop)
  const redis = await startRedis(inject('redis').program)
  onTestFinished(() => redis.stop())
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    REDIS_URL: redis.url,
    SESSION_SECRET: randomBytes(24).toString('hex'),
    ADMIN_KEY: randomBytes(24).toString('hex'),
  }
  const one = await startServer(join(folder, 'one'), inject('program'), { env })
  onTestFinished(() => one.stop())
  const two = await startServer(join(folder, 'two'), inject('program'), { env })
  onTestFinished(() => two.stop())
  const beside = connect({ ...inject('postgres'), database: name })
  onTestFinished(() => beside.close())
  const readiness = async () =>
    Promise.all([one, two].map(async ({ origin }) => (await fetch(`${origin}/readyz`)).json()))
  const chance = chanceFrom(5)
  const { supervisor, operators } = await hireCrew(one, 'base', 6)
  const atTwo = <T extends HttpClient>({ get: _get, post: _post, ...person }: T) =>
    Object.assign(httpClient(two), person)
  const desks = [openDesk(one, supervisor), openDesk(two, atTwo(supervisor))]
  onTestFinished(() => {
    for (const desk of desks) desk.stop()
  })
  await expect.poll(() => desks.map((desk) => desk.connections())).toEqual([1, 1])

  let acknowledged = 0
  let isOver = false
  const ledger: Ledger = { presses: [], onAcknowledged: () => acknowledged++ }
  const more = async (count: number) => {
    const target = acknowledged + count
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThanOrEqual(target), { timeout: 30_000 })
  }
  const drivers = operators.map((operator, i) => {
    const way = i % 2 ? atTwo(operator) : operator
    return driveUntilBroken(way, ledger, chance.share, () => isOver).then(() => isOver)
  })
  const isSaid = (state: string) =>
    vi.waitFor(
      async () => expect(await readiness()).toEqual([1, 2].map(() => ({ status: 'ok', redis: state }))),
      { timeout: 10_000 },
    )
  await more(40)
  await redis.kill()
  await isSaid('away')
  await more(60)
  await redis.restart()
  await isSaid('ok')
  await more(40)
  await redis.kill()
  await isSaid('away')
  await more(40)
  isOver = true
  // Nobody gave up before: no write and no read met an error.
  expect(await Promise.all(drivers)).toEqual(operators.map(() => true))
  expect(ledger.presses.filter(({ unknown }) => unknown > 0)).toEqual([])
  // Back when nothing is written any more: no later number shows the desks that they missed one.
  await redis.restart()

  const record = await readRecord(beside)
  expect(recordFaults(record, ledger.presses)).toEqual([])
  const all = upTo(record.events.length)
  await vi.waitFor(
    () => {
      for (const desk of desks) expect(sorted(desk.shown)).toEqual(all)
    },
    { timeout: 20_000 },
  )
  expect(desks.map((desk) => desk.connections() > 1)).toEqual([true, true])
}, 120_000)
