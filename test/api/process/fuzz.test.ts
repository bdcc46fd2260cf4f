import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Audience } from '#contract/endpoints/endpoint'
import { readConfig } from '#server/config'
import { verifyAudit } from '#server/features/base/audit/verify'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { verifyRecord } from '#server/record/verify/verify'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { leavesOf, type Operation, operationsOf, replaced, sampleOf } from '../../support/fuzz/operations.ts'
import { extremesOf, jsonOf, type Schema, seeded } from '../../support/fuzz/values.ts'
import { fuzzedWorld } from '../../support/fuzz/world.ts'

/** A longer run: `FUZZ_ROUNDS=20 FUZZ_SEED=7 npm test -- unit test/api/process/fuzz.test.ts`. */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** Values of each field in each round beside the sharp ones; and requests of each operation with several at once. */
const [OTHERS, MIXED] = [3, 4]
const AUDIENCES: Audience[] = ['anyone', 'operator', 'supervisor', 'administrator']
/** They end the session, and take no value. */
const ENDS = /logout$/

const random = seeded(SEED)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const some = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count ? [...list] : Array.from({ length: count }, () => pick(list))

let t: TestApp
let dataDir: string
let world: Awaited<ReturnType<typeof fuzzedWorld>>
let operations: Operation[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-fuzz-'))
  t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '100000000' }),
    rateLimits: createRateLimits(
      Object.fromEntries(Object.keys(createRateLimits()).map((name) => [name, 100_000_000])),
    ),
  })
  world = await fuzzedWorld(t)
  const document = (await t.app.inject('/api/openapi.json')).json()
  // Reads first: what writes set, such as features and limits, refuses much of what comes after them.
  const isWrite = ({ method }: Operation): number => (method === 'GET' ? 0 : 1)
  operations = operationsOf(document).sort((one, other) => isWrite(one) - isWrite(other))
}, 60_000)
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** What one request sends. */
interface Asked {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body?: unknown
}

/** Percent-encoded; half a surrogate pair as the bytes that it would be. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' || typeof value === 'string' ? `${value}` : String(value)
  return [...text]
    .map((each) => (/[\ud800-\udfff]/u.test(each) ? '%ED%A0%80' : encodeURIComponent(each)))
    .join('')
}

function optionsOf({ method, path }: Operation, { params, query, body }: Asked): InjectOptions {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}=${encoded(each)}`),
  )
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encoded(params[name]))
  return {
    method: method as 'GET',
    url: `${filled}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    ...(body !== undefined && { payload: jsonOf(body), headers: { 'content-type': 'application/json' } }),
  }
}

const sampled = (schemas: Record<string, Schema>, operation: Operation): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      sampleOf(schema, world.valuesOf(operation), name),
    ]),
  )

/** One kind of body of an operation; `undefined`: none. */
const sampleFor = (operation: Operation, kind?: Schema): Asked => ({
  params: sampled(operation.params, operation),
  query: sampled(operation.query, operation),
  ...(kind && { body: sampleOf(kind, world.valuesOf(operation)) }),
})

const at = (asked: unknown, keys: readonly (string | number)[]): unknown =>
  // biome-ignore lint/suspicious/noExplicitAny: whatever is there
  keys.reduce((holder: any, key) => holder?.[key], asked)

/** Every field of a request with its extremes; those of path and query are text too. */
function fieldsOf({ params, query }: Operation, kind: Schema | undefined, sample: Asked) {
  const inUrl = (where: 'params' | 'query', schemas: Record<string, Schema>) =>
    Object.entries(schemas).map(([name, schema]) => {
      const { sharp, others } = extremesOf({ type: 'string' }, String(sample[where][name]))
      const own = extremesOf(schema)
      return { keys: [where, name], sharp: [...sharp, ...own.sharp], others: [...others, ...own.others] }
    })
  const inBody = kind ? leavesOf(kind, ['body']) : []
  return [
    ...inUrl('params', params),
    ...inUrl('query', query),
    ...inBody.map(({ at: keys, schema }) => ({ keys, ...extremesOf(schema, at(sample, keys)) })),
  ]
}

/** The requests of one round: each field with its sharp values and some others, then several fields at once. */
function* requestsOf(operation: Operation): Generator<Asked> {
  for (const kind of operation.bodies.length > 0 ? operation.bodies : [undefined]) {
    const sample = () => sampleFor(operation, kind)
    const fields = fieldsOf(operation, kind, sample())
    yield sample()
    for (const { keys, sharp, others } of fields) {
      for (const value of [...sharp, ...some(others, OTHERS)]) yield replaced(sample(), keys, value) as Asked
    }
    for (let i = 0; fields.length > 0 && i < MIXED; i++) {
      const several = some(fields, 3)
      yield several.reduce<unknown>(
        (asked, { keys, sharp, others }) => replaced(asked, keys, pick([...sharp, ...others])),
        sample(),
      ) as Asked
    }
  }
}

it(
  'no request gets a 500, whatever its fields hold, and the record stays whole',
  async () => {
    const failed: string[] = []
    const statuses = new Map<number, number>()
    async function send(operation: Operation, asked: Asked, headers: Record<string, string>): Promise<void> {
      // Maintenance would hide everything else.
      if (jsonOf(asked.body ?? null).includes('"maintenance_mode","value":"true"')) return
      const options = optionsOf(operation, asked)
      const { statusCode } = await t.app.inject({ ...options, headers: { ...headers, ...options.headers } })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      if (statusCode >= 500)
        failed.push(`${operation.name} ${statusCode} ${options.url} ${options.payload ?? ''}`.slice(0, 600))
    }
    for (const operation of operations) {
      const { audience } = operation
      if (ENDS.test(operation.path)) continue
      const own = audience === 'signed-in' ? (['operator', 'supervisor'] as const) : ([audience] as const)
      for (let round = 0; round < ROUNDS; round++) {
        const headers = await world.headersOf(own[round % own.length] as Audience)
        for (const asked of requestsOf(operation)) await send(operation, asked, headers)
      }
      for (const other of AUDIENCES) {
        const all = [...requestsOf(operation)]
        const headers = await world.headersOf(other)
        for (const asked of [sampleFor(operation, operation.bodies[0]), ...some(all, 2)])
          await send(operation, asked, headers)
      }
    }
    // Else it would have tried the checks alone.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(200)
    expect(failed).toEqual([])
    expect((await verifyRecord(t.deps.database)).fault).toBeNull()
    expect((await verifyAudit(t.deps.database)).fault).toBeNull()
  },
  120_000 * (1 + ROUNDS),
)
