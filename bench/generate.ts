import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { PREMIUM_MS } from '#domain/account/entitlements'
import { canonicalEvent, type ReportedEvent } from '#domain/record/canonical'
import { argon2Passwords } from '#server/adapters/passwords'
import { setAsideIndexes } from '#server/db/backup/queries'
import { limitStatements } from '#server/db/bounded-pool'
import type { Database } from '#server/db/connect'
import { chainRoot, linked } from '#server/record/chain'
import { chanceFrom } from '../scripts/demo/random.mjs'
import { copyRows, type Field } from './copy.ts'
import { benchDatabase } from './database.ts'
import { type FleetEvent, type Operation, type Operator, recordOf } from './fleet.ts'

export interface Workload {
  /** Of all supervisors together. */
  events: number
  supervisors: number
  /** Operators of each supervisor; 20 when left out. */
  operators?: number
  /** The history ends here, epoch milliseconds; now when left out. It begins 182 days before. */
  until?: number
  /** The same seed makes the same trips; 1 when left out. */
  seed?: number
}

export interface Generated {
  supervisors: { id: number; username: string }[]
  /** Of every account. */
  password: string
  events: number
  milliseconds: number
}

const BENCH_PASSWORD = 'una clave de medición'
const SPAN_MS = 182 * 24 * 60 * 60 * 1000
const BATCH = 10_000
/** Below this, dropping and building indexes takes longer than filling them. */
const WORTH_REBUILDING = 50_000
/** The same where more than so many times as many rows are there already. */
const SMALL_ADDITION = 5

/**
 * Adds supervisors with operators and their history to a migrated database, in one transaction: all of it or nothing.
 * Everything holds that the product holds: keys, positions and numbers without holes, counters, chains, one active operation
 * for each operator and number, operations that are the replay of their events.
 */
export async function generate(database: Database, workload: Workload): Promise<Generated> {
  const started = Date.now()
  const { events, supervisors: count, operators: each = 20, until = Date.now(), seed = 1 } = workload
  const client = await database.pool.connect()
  try {
    // Building an index over 20 million events takes minutes.
    await client.query('set statement_timeout = 0')
    limitStatements(client, Number.POSITIVE_INFINITY)
    await client.query('begin')
    const { supervisors, operators } = await people(client, { count, each, until, seed })
    const rebuild = (await isWorthRebuilding(client, events))
      ? await setAsideIndexes(drizzle(client))
      : async () => {}
    await writeRecord(client, recordOf(operators, { events, from: until - SPAN_MS, until, seed }))
    await rebuild()
    await client.query('commit')
    // As autovacuum would have done along the way: visibility for index-only scans, statistics for the planner.
    await client.query('vacuum (analyze) events, containers, users, event_counters')
    return { supervisors, password: BENCH_PASSWORD, events, milliseconds: Date.now() - started }
  } catch (error) {
    // What failed is worth more than that the connection went with it.
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    // Without its limits, it serves nobody else.
    client.release(true)
  }
}

const FIRST = ['José', 'María', 'Ángel', 'Óscar', 'Raúl', 'Íñigo', 'Rosa', 'Héctor'] as const
const LAST = ['Hernández', 'García', 'Muñoz', 'López', 'Núñez', 'Peña', 'Gutiérrez', 'Ávila'] as const

async function people(
  client: pg.PoolClient,
  { count, each, until, seed }: { count: number; each: number; until: number; seed: number },
): Promise<{ supervisors: Generated['supervisors']; operators: Operator[] }> {
  const chance = chanceFrom(seed)
  // One hash for all: checking it costs a login what it costs anywhere, making it a thousand times would not pay.
  const hash = await argon2Passwords().hash(BENCH_PASSWORD)
  const { rows } = await client.query<{ tag: number }>('select coalesce(max(id), 0) as tag from users')
  const tag = rows[0]?.tag ?? 0
  const names = (length: number) =>
    Array.from({ length }, () => [chance.pick(FIRST), chance.pick(LAST), chance.pick(LAST)].join(' '))
  const insert = async (role: string, usernames: string[], supervisorIds: (number | null)[]) =>
    (
      await client.query<{ id: number; username: string; displayName: string; supervisorId: number }>(
        `insert into users (username, password_hash, role, display_name, supervisor_id, accepted_terms, created_at)
         select username, $1, $2, name, supervisor_id, true, to_timestamp($3::float8 / 1000)
         from unnest($4::text[], $5::text[], $6::integer[]) as u (username, name, supervisor_id)
         returning id, username, display_name as "displayName", supervisor_id as "supervisorId"`,
        [hash, role, until - SPAN_MS, usernames, names(usernames.length), supervisorIds],
      )
    ).rows
  const supervisors = await insert(
    'supervisor',
    Array.from({ length: count }, (_, i) => `jefe${tag}.${i + 1}`),
    Array.from({ length: count }, () => null),
  )
  await client.query(
    `insert into feature_flags (user_id, premium_expiration_date)
     select id, to_timestamp($2::float8 / 1000) from unnest($1::integer[]) as s (id)`,
    [supervisors.map(({ id }) => id), until + PREMIUM_MS],
  )
  const drivers = supervisors.flatMap(({ id }, s) =>
    Array.from({ length: each }, (_, i) => ({
      name: `chofer${tag}.${s + 1}.${i + 1}`,
      id,
    })),
  )
  const operators = await insert(
    'operator',
    drivers.map(({ name }) => name),
    drivers.map(({ id }) => id),
  )
  return {
    supervisors: supervisors.map(({ id, username }) => ({ id, username })),
    operators,
  }
}

async function isWorthRebuilding(client: pg.PoolClient, events: number): Promise<boolean> {
  const { rows } = await client.query<{ there: number }>(
    `select greatest(0, reltuples)::float8 as there from pg_class where oid = 'events'::regclass`,
  )
  return events >= Math.max(WORTH_REBUILDING, (rows[0]?.there ?? 0) / SMALL_ADDITION)
}

type NumberedEvent = FleetEvent & { eventId: string; seq: number; chainHash: Buffer }

async function writeRecord(client: pg.PoolClient, record: Iterable<FleetEvent>): Promise<void> {
  const numbers = new Map<number, number>()
  /** Of operations with events to come. */
  const heads = new Map<Operation, Buffer>()
  let batch: NumberedEvent[] = []
  let writing = Promise.resolve()
  // The database writes one batch while the next one is made.
  const flush = async () => {
    await writing
    writing = insertBatch(client, batch)
    // Thrown by the `await` of the next flush; until then it is not unhandled.
    writing.catch(() => {})
    batch = []
  }
  for (const event of record) {
    const { operation } = event
    const { supervisorId } = operation.operator
    const seq = (numbers.get(supervisorId) ?? 0) + 1
    numbers.set(supervisorId, seq)
    const eventId = randomUUID()
    const chainHash = linked(
      heads.get(operation) ?? chainRoot(operation.operationKey),
      canonicalEvent(reported(event, eventId)),
    )
    if (event.position < operation.times.length) heads.set(operation, chainHash)
    else heads.delete(operation)
    batch.push({ ...event, eventId, seq, chainHash })
    if (batch.length === BATCH) await flush()
    // The event loop must run for the batch under way.
    else if (batch.length % 1000 === 0) await setImmediate()
  }
  await flush()
  await writing
  await client.query(
    `insert into event_counters (tenant_id, last_seq) select * from unnest($1::integer[], $2::bigint[])`,
    [[...numbers.keys()], [...numbers.values()]],
  )
  // In one pass: an operation's row comes before its events, whose hashes nobody knows then.
  await client.query(
    `update containers o set chain_head = e.chain_hash from events e
     where o.chain_head is null and e.container_id = o.container_id and e.position = o.version`,
  )
}

/** As the product hashes it. */
const reported = ({ operation, spot, ...event }: FleetEvent, eventId: string): ReportedEvent => ({
  eventId,
  eventType: event.eventType,
  position: event.position,
  accuracy: event.accuracy,
  lat: spot?.lat ?? null,
  lng: spot?.lng ?? null,
  location: spot?.location ?? null,
  timestamp: new Date(event.timestamp),
  recordedAt: new Date(event.recordedAt),
  operationKey: operation.operationKey,
  operationType: operation.operationType,
  supervisorId: operation.operator.supervisorId,
  userId: operation.operator.id,
  username: operation.operator.username,
  ...{ clockOffsetMs: null, fixAgeSeconds: null, reportedAt: null, suggested: null },
})

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()

async function insertBatch(client: pg.PoolClient, batch: NumberedEvent[]): Promise<void> {
  const operations = batch.filter((event) => event.position === 1).map((event) => event.operation)
  await copyRows(client, 'containers', OPERATION_COLUMNS, operations.map(operationRow))
  await copyRows(client, 'events', EVENT_COLUMNS, batch.map(eventRow))
}

const OPERATION_COLUMNS = [
  ...['container_id', 'display_container_id', 'user_id', 'username', 'display_name', 'supervisor_id'],
  ...['operation_type', 'current_status', 'last_completed_status', 'last_completed_time', 'start_time'],
  ...['last_updated', 'version', 'newest_position', 'is_active', 'lat', 'lng', 'location'],
]

const operationRow = (o: Operation): Field[] => [
  ...[o.operationKey, o.containerNumber, o.operator.id, o.operator.username, o.operator.displayName],
  ...[o.operator.supervisorId, o.operationType, o.newestEventType, o.newestStepType, instant(o.newestStepAt)],
  ...[
    instant(o.times[0] ?? 0),
    instant(o.times.at(-1) ?? 0),
    o.times.length,
    o.times.length,
    o.isActive,
    o.spot?.lat ?? null,
    o.spot?.lng ?? null,
    o.spot?.location ?? null,
  ],
]

const EVENT_COLUMNS = [
  ...['event_id', 'seq', 'supervisor_id', 'user_id', 'username', 'container_id', 'display_container_id'],
  ...['operation_type', 'event_type', 'position', 'timestamp', 'recorded_at', 'location', 'lat'],
  ...['lng', 'accuracy', 'chain_hash'],
]

const eventRow = ({ operation: o, spot, ...e }: NumberedEvent): Field[] => [
  ...[e.eventId, e.seq, o.operator.supervisorId, o.operator.id, o.operator.username, o.operationKey],
  ...[
    o.containerNumber,
    o.operationType,
    e.eventType,
    e.position,
    instant(e.timestamp),
    instant(e.recordedAt),
  ],
  ...[spot?.location ?? null, spot?.lat ?? null, spot?.lng ?? null, e.accuracy],
  `\\x${e.chainHash.toString('hex')}`,
]

/** The same, and says what it took. */
export async function fill(database: Database, what: string, workload: Workload): Promise<Generated> {
  const found = await generate(database, workload)
  const seconds = (found.milliseconds / 1000).toFixed(1)
  console.log(`${what}: ${found.events} events of ${found.supervisors.length} supervisors in ${seconds} s`)
  return found
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      supervisors: { type: 'string', default: '50' },
      operators: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
    },
  })
  if (!process.env.DATABASE_URL && !process.env.DATA_DIR) {
    throw new Error('Say where to: DATA_DIR=<folder> (embedded PostgreSQL) or DATABASE_URL=<url>')
  }
  const database = await benchDatabase()
  try {
    const { milliseconds, supervisors, password } = await generate(database, {
      events: Number(values.events),
      supervisors: Number(values.supervisors),
      operators: Number(values.operators),
      seed: Number(values.seed),
    })
    const names = `${supervisors[0]?.username} … ${supervisors.at(-1)?.username}`
    console.log(
      `${values.events} events in ${(milliseconds / 1000).toFixed(1)} s; ${names}, password '${password}'`,
    )
  } finally {
    await database.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
