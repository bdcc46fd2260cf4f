import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/db/connect'
import { FROM_BUILD, FROM_SOURCE, startServer } from '../../test/support/processes/server-process.ts'
import type { Lane } from '../load/connection.ts'
import { hireBigCrew } from '../load/crew.ts'
import type { Load } from '../load/generator.ts'
import { dealt, pressesOf } from '../load/press.ts'
import { listen } from './desk.ts'
import { type BenchPostgres, urlOf } from './postgres.ts'
import { type Contender, figuresOf, runLanes } from './turn.ts'

/** Each event of the crew's setting up: `start_trip` and `en_route`. */
const EVENTS_BEFORE = 2

export interface ProductOptions {
  supervisors: number
  /** Of each supervisor. */
  drivers: number
  fromSource: boolean
  /** Folder for a CPU profile; its file is complete after `stop`. */
  profile: string | undefined
}

/** The product, a process of its own, with the settings as delivered, and the page of one supervisor open. */
export async function productContender(
  postgres: BenchPostgres,
  load: Load,
  { supervisors, drivers, fromSource, profile }: ProductOptions,
): Promise<Contender & { origin: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-bench-product-'))
  const program = fromSource || !FROM_BUILD.every((file) => existsSync(file)) ? FROM_SOURCE : FROM_BUILD
  const server = await startServer(
    dataDir,
    [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), ...program],
    { env: { DATABASE_URL: urlOf(postgres, postgres.database), LOG_LEVEL: 'info' } },
  )
  const database = connect(
    { host: postgres.host, port: postgres.port, user: postgres.user, database: postgres.database },
    { max: 2 },
  )
  const crew = await hireBigCrew(database.pool, server, { supervisors, drivers })
  const { host } = new URL(server.origin)
  const lanes: Lane[] = crew.drivers.map((driver) => ({ requests: pressesOf(host, driver), at: 0 }))
  const [supervisor] = crew.supervisors
  const desk = supervisor && (await listen(server.origin, supervisor.cookie))

  // A new installation writes its first backup and verifies it, which a day of presses meets once.
  while (
    (
      await database.pool.query(
        "select from job_runs where name = 'backups' and last_finished_at is not null",
      )
    ).rowCount === 0
  ) {
    await pause(250)
  }

  async function checkRecord(): Promise<void> {
    const presses = lanes.reduce((sum, { at }) => sum + at, 0)
    const expected = presses + EVENTS_BEFORE * lanes.length
    const { rows } = await database.pool.query<{ events: number; wrong: number }>(
      `select (select count(*) from events where user_id < 1000000) as events,
         (select count(*) from event_counters c where last_seq is distinct from
           (select count(*) from events where supervisor_id = c.tenant_id)
           or last_seq is distinct from (select max(seq) from events where supervisor_id = c.tenant_id)) as wrong`,
    )
    if (rows[0]?.events !== expected || rows[0].wrong !== 0) {
      throw new Error(`the product answered 201 for ${expected} events: ${JSON.stringify(rows[0])}`)
    }
  }

  return {
    name: 'product',
    origin: server.origin,
    async run(turn) {
      const outcome = await runLanes(load, server.origin, dealt(lanes, turn.connections), turn)
      if (turn.counted ?? true) await checkRecord()
      if (desk?.heard() === 0) throw new Error('the open page heard of no event')
      return figuresOf(outcome)
    },
    async stop() {
      desk?.close()
      await database.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
