import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect, type Database } from '#server/db/connect'
import { migrateDatabase } from '#server/db/migrate'
import { percentile } from '../percentiles.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Contender, Turn } from './turn.ts'
import { yardstick } from './yardstick.ts'

const DATABASE = 'yardstick'

/** The values of a press that are the same for all. */
const CONSTANTS = {
  step: 'en_route',
  started: '2026-11-22T09:00:00.000Z',
  active: 'true',
  location: 'Puerto de Manzanillo',
  accuracy: '12.5',
  age: '3',
  username: 'patron1.chofer1',
  number: 'MSKU1234565',
  type: 'load',
  offset: '250',
}

/** The newest installed one, unless PGBENCH_PATH or PATH has one. */
function findPgbench(): string {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env.PATH ?? '').split(':').map((place) => join(place, 'pgbench'))
  const places = [
    process.env.PGBENCH_PATH ?? '',
    ...onPath,
    ...versions.map((version) => join(folder, version, 'bin/pgbench')),
  ]
  const found = places.find((place) => place !== '' && existsSync(place))
  if (!found)
    throw new Error('no pgbench: install PostgreSQL, set PGBENCH_PATH, or leave it out (--no-pgbench)')
  return found
}

/** Its clock runs while it connects, one connection after the other: seconds for each, on a machine that is slow to fork. */
const CONNECTING_SECONDS = 0.05

/** Tenants and drivers of pgbench in the product's database; the product has fewer accounts. */
const BASE = 1_000_000

/**
 * pgbench with the product's single-row statement, on the product's schema in a database of its own; `beside`: in that of the
 * product, which runs meanwhile, so that nothing that it holds there stays unseen.
 */
export async function pgbenchContender(
  postgres: BenchPostgres,
  { operations, supervisors, beside = false }: { operations: number; supervisors: number; beside?: boolean },
): Promise<Contender> {
  const program = findPgbench()
  const { host, port, user } = postgres
  const name = beside ? postgres.database : DATABASE
  const database = connect({ host, port, user, database: name }, { max: 2 })
  if (!beside) {
    await postgres.createDatabase(DATABASE)
    await migrateDatabase(database)
  }
  let round = 0
  return {
    name: beside ? 'pgbench beside' : 'pgbench',
    async run(turn) {
      round++
      await freshOperations(database, { operations, supervisors, round })
      const folder = await mkdtemp(join(tmpdir(), 'acarreo-pgbench-'))
      try {
        const script = join(folder, 'press.sql')
        await writeFile(script, yardstick())
        const variables = {
          k: 0,
          round,
          base: BASE,
          operations,
          supervisors,
          clients: turn.connections,
          ...CONSTANTS,
        }
        const runsFor = turn.warmUpSeconds + turn.seconds + Math.ceil(turn.connections * CONNECTING_SECONDS)
        const args = [
          ...['-n', '-M', 'prepared', '-f', script, '-l', '--log-prefix', join(folder, 'log')],
          ...['-h', host, '-p', String(port), '-U', user, '-c', String(turn.connections)],
          ...['-j', String(Math.min(turn.connections, 2)), '-T', String(runsFor)],
          ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
        ]
        const { stdout } = await promisify(execFile)(program, [...args, name])
        const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
        await checkRecord(database, { round, expected: done + operations })
        await endOperations(database)
        return figuresOf(folder, turn)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async stop() {
      await database.close()
    },
  }
}

/** One operation for each driver, with the one event that the first press closes. */
async function freshOperations(
  { pool }: Database,
  { operations, supervisors, round }: { operations: number; supervisors: number; round: number },
): Promise<void> {
  await pool.query(
    `with trips as (
       insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
         operation_type, current_status, last_completed_status, last_completed_time, start_time, last_updated, version,
         newest_position, chain_head)
       select lpad(($1::integer * 1000 + n)::text, 36, '0'), 'N' || n, $4::integer + n, 'chofer' || n, 'Chofer ' || n,
         $4::integer + n % $3::integer, 'load', 'en_route', 'en_route', now(), now(), now(), 1, 1, sha256('')
       from generate_series(0, $2::integer - 1) n
       returning container_id, display_container_id, user_id, username, supervisor_id
     ), counters as (
       insert into event_counters as c (tenant_id, last_seq) select supervisor_id, count(*) from trips group by 1
       on conflict (tenant_id) do update set last_seq = c.last_seq + excluded.last_seq
       returning tenant_id, last_seq
     )
     insert into events (event_id, seq, supervisor_id, user_id, username, container_id, display_container_id,
       operation_type, event_type, position, "timestamp", recorded_at, chain_hash)
     select gen_random_uuid(), last_seq + 1 - row_number() over (partition by supervisor_id), supervisor_id, user_id,
       username, container_id, display_container_id, 'load', 'en_route', 1, now(), now(), sha256('')
     from trips join counters on tenant_id = supervisor_id`,
    [round, operations, supervisors, BASE],
  )
}

/**
 * The next round begins new ones. Those that stay active would cost the turn after this one: nobody announced what pgbench
 * wrote, so the judge of alerts, four seconds later, reads each active operation again with all its events.
 */
const endOperations = ({ pool }: Database) =>
  pool.query('update containers set is_active = false where is_active and user_id >= $1', [BASE])

/** A press that finds no operation at its version writes nothing, and would be a cheap one. */
async function checkRecord(
  { pool }: Database,
  { round, expected }: { round: number; expected: number },
): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from events where container_id between $1 and $2`,
    [round, round + 1].map((n) => String(n * 1000).padStart(36, '0')),
  )
  if (rows[0]?.count !== expected) {
    throw new Error(`pgbench stored ${rows[0]?.count} events of ${expected}`)
  }
}

/** Of the transactions that ended in the measured time: pgbench logs each with the time of its end and its microseconds. */
function figuresOf(folder: string, { warmUpSeconds, seconds }: Turn) {
  const all = readdirSync(folder)
    .filter((file) => file.startsWith('log'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    .map((line) => {
      const [, , micros, , epoch, fraction] = line.split(' ').map(Number)
      return { milliseconds: (micros ?? 0) / 1000, endedAt: (epoch ?? 0) + (fraction ?? 0) / 1e6 }
    })
  const last = all.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0)
  const from = all.reduce((earliest, { endedAt }) => Math.min(earliest, endedAt), last) + warmUpSeconds
  const to = from + seconds
  // The last transactions of a run end as its time does, not after it.
  if (last < to - 0.1)
    throw new Error(`pgbench ended ${(to - last).toFixed(1)} s before the measured time did`)
  const sorted = all
    .filter(({ endedAt }) => endedAt >= from && endedAt < to)
    .map(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b)
  const [p50 = 0, p95 = 0, p99 = 0, max = 0] = [50, 95, 99, 100].map((percent) => percentile(sorted, percent))
  return { perSecond: sorted.length / seconds, p50, p95, p99, max }
}
