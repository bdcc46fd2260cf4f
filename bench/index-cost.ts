// Measures what each index of the history costs the write path. See bench/history.md.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { EventType } from '#domain/operation/steps'
import type { Database } from '#server/db/connect'
import { containers } from '#server/db/schema/record'
import type { OperationRow } from '#server/record/rows'
import { moveOperation } from '#server/record/write/statements'
import { benchDatabase } from './database.ts'
import { generate } from './generate.ts'

const EVENTS = 300_000
const WRITERS = 8
const SECONDS = 5

interface Cost {
  perSecond: number
  walBytes: number
  hotPercent: number
}

/** Drivers that stop and go on, as fast as the database takes it, each through the product's own statement. */
async function write(database: Database, operations: OperationRow[]): Promise<Cost> {
  const { pool } = database
  const wal = async () => (await pool.query(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0].at as number
  const hot = async () => {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query(
      `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_get_tuples_updated('events'::regclass) n_tup_upd,
         pg_stat_get_tuples_hot_updated('events'::regclass) n_tup_hot_upd`,
    )
    return rows[0] as { all: number; hot: number }
  }
  const [walBefore, hotBefore] = [Number(await wal()), await hot()]
  const end = performance.now() + SECONDS * 1000
  let written = 0
  const shift = async (mine: OperationRow[]) => {
    while (performance.now() < end) {
      for (const operation of mine) {
        const at = new Date()
        const eventType: EventType = operation.newestEventType === 'stop_rest' ? 'resume_route' : 'stop_rest'
        Object.assign(operation, {
          version: operation.version + 1,
          newestEventType: eventType,
          newestEventAt: at,
        })
        const { userId, username, supervisorId, operationKey, containerNumber, operationType } = operation
        const event = {
          ...{ userId, username, supervisorId, operationKey, containerNumber, operationType, eventType },
          eventId: randomUUID(),
          position: operation.version,
          timestamp: at,
          reportedAt: null,
          recordedAt: at,
          duration: null,
          location: 'a 12 km de Ciudad Guzmán',
          lat: 19.7,
          lng: -103.4,
          accuracy: 12,
          fixAgeSeconds: 2,
          clockOffsetMs: 180,
          suggested: null,
        } as const
        if (
          !(await moveOperation(pool, {
            event,
            operation,
            previous: { position: operation.newestPosition, duration: 60 },
          }))
        )
          throw new Error('the operation has moved')
        written += 1
      }
    }
  }
  await Promise.all(
    Array.from({ length: WRITERS }, (_, w) => shift(operations.filter((_, i) => i % WRITERS === w))),
  )
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const [walAfter, hotAfter] = [Number(await wal()), await hot()]
  return {
    perSecond: written / SECONDS,
    walBytes: (walAfter - walBefore) / written,
    hotPercent: (100 * (hotAfter.hot - hotBefore.hot)) / (hotAfter.all - hotBefore.all),
  }
}

const database = await benchDatabase()
try {
  const { pool } = database
  await generate(database, { events: EVENTS, supervisors: 50 })
  const operations = await database.orm.select().from(containers).where(eq(containers.isActive, true))
  const show = async (name: string) => {
    // The first writes to a page after a checkpoint log the whole page: that is not the index's doing.
    await write(database, operations)
    const { perSecond, walBytes, hotPercent } = await write(database, operations)
    const figures = `${perSecond.toFixed(0)}/s, ${walBytes.toFixed(0)} bytes of log, ${hotPercent.toFixed(0)} % of closings touch no index`
    console.log(`${name.padEnd(42)} ${figures}`)
  }
  await show('as delivered')
  await pool.query('drop index containers_of_supervisor')
  await show('without containers_of_supervisor')
  await pool.query('drop index events_history')
  await show('and without events_history')
  await pool.query('alter table events reset (fillfactor)')
  await pool.query('vacuum full events')
  await show('and pages filled to the brim, as before')
} finally {
  await database.close()
}
