import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/db/connect'
import {
  connectBeside,
  FROM_BUILD,
  FROM_SOURCE,
  type ServerProcess,
  startServer,
} from '../../test/support/processes/server-process.ts'
import { benchDatabase } from '../database.ts'
import { generate } from '../generate.ts'

/** Events of each operator. */
const OF_ONE = 1000
/** Operators of a usual supervisor, and of the one large fleet, which every stage has. */
export const USUAL = 20
export const LARGE = 200

/** One running product with so many events. */
export interface Stage {
  events: number
  dataDir: string
  server: ServerProcess
  /** Beside the product. */
  database: Database
  /** Of the first backup after filling; null: an earlier run has written it. */
  backupSeconds: number | null
  stop(): Promise<void>
}

export const folderOf = (folder: string, events: number): string => join(folder, String(events))

/** Fills the database of a stage once; later runs find it. Supervisors differ from stage to stage in number alone. */
export async function fill(folder: string, events: number): Promise<void> {
  process.env.DATA_DIR = folderOf(folder, events)
  const database = await benchDatabase()
  try {
    const { rows } = await database.pool.query<{ filled: boolean }>(
      'select exists (select from events) as filled',
    )
    if (rows[0]?.filled) return
    const { milliseconds } = await generate(database, {
      events,
      supervisors: (events / OF_ONE - LARGE) / USUAL + 1,
      operators: USUAL,
      ofFirst: LARGE,
      // The same history in every stage that is filled on one day.
      until: Math.floor(Date.now() / 86_400_000) * 86_400_000,
    })
    console.log(`${events} events in ${(milliseconds / 1000).toFixed(0)} s`)
  } finally {
    await database.close()
  }
}

/** Starts the product on a filled folder and waits for its first backup, which would disturb what is measured. */
export async function openStage(folder: string, events: number): Promise<Stage> {
  const dataDir = folderOf(folder, events)
  const program = FROM_BUILD.every((file) => existsSync(file)) ? FROM_BUILD : FROM_SOURCE
  const server = await startServer(dataDir, program)
  const database = connectBeside(dataDir)
  const startedAt = Date.now()
  let backup: { running: boolean; seconds: number; at: number } | undefined
  do {
    await pause(1000)
    const { rows } = await database.pool.query(
      `select last_finished_at is null or last_finished_at < last_started_at as running,
         extract(epoch from last_started_at)::float8 * 1000 as at,
         extract(epoch from last_finished_at - last_started_at)::float8 as seconds
       from job_runs where name = 'backups'`,
    )
    backup = rows[0]
    // The job runs within fifteen seconds, if a backup is due.
  } while (!backup || backup.running || Date.now() < startedAt + 20_000)
  // The presses of an earlier run have touched a larger part of the small record.
  const client = await database.pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum (analyze) events, containers')
  client.release()
  return {
    events,
    dataDir,
    server,
    database,
    backupSeconds: backup.at >= startedAt - server.startMs ? backup.seconds : null,
    async stop() {
      await database.close()
      await server.stop()
    },
  }
}
