import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { activeReads } from '#server/record/read/operations'
import { percentile } from '../percentiles.ts'
import type { Stage } from './stage.ts'

/** Bytes on disk of each million events, by relation; the last is all of them. */
export async function bytesPerMillion({ database, events }: Stage): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_relation_size(oid) as bytes from pg_class
     where oid in ('events'::regclass, 'containers'::regclass)
        or oid in (select indexrelid from pg_index where indrelid in ('events'::regclass, 'containers'::regclass))
     order by bytes desc`,
  )
  const of = rows.map(({ name, bytes }) => [name, Math.round((bytes / events) * 1e6)] as const)
  return { ...Object.fromEntries(of), all: of.reduce((sum, [, bytes]) => sum + bytes, 0) }
}

export interface Churn {
  updated: number
  hot: number
  dead: number
  indexBytes: number
}

/** Of `events`, since the database started: every press closes the interval before it. */
export async function churnOf({ database }: Stage): Promise<Churn> {
  await database.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await database.pool.query<Churn>(
    `select n_tup_upd as updated, n_tup_hot_upd as hot, n_dead_tup as dead, pg_indexes_size(relid) as "indexBytes"
     from pg_stat_user_tables where relname = 'events'`,
  )
  if (!rows[0]) throw new Error('no statistics of events')
  return rows[0]
}

/** Milliseconds to read all active operations, as the board does when the product starts; median of five. */
export async function boardLoadMs({
  database,
}: Stage): Promise<{ operations: number; milliseconds: number }> {
  const source = activeReads(database.orm)
  const times: number[] = []
  let operations = 0
  for (let i = 0; i < 5; i++) {
    const started = performance.now()
    const tenants = await source.all()
    times.push(performance.now() - started)
    operations = [...tenants.values()].reduce((sum, tenant) => sum + tenant.operations.length, 0)
  }
  return {
    operations,
    milliseconds: percentile(
      times.sort((a, b) => a - b),
      50,
    ),
  }
}

/** Archives and deletes the newest supervisor, one of the usual ones, through the administrator's call. */
export async function removeSupervisor({
  server,
  database,
  dataDir,
}: Stage): Promise<{ events: number; seconds: number }> {
  const { rows } = await database.pool.query<{ id: number; events: number }>(
    `select id, last_seq as events from users join event_counters on tenant_id = id
     where role = 'supervisor' order by id desc limit 1`,
  )
  const [found] = rows
  if (!found) throw new Error('nobody to remove')
  const key = (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim()
  const started = performance.now()
  const answer = await fetch(`${server.origin}/api/admin/supervisors/${found.id}`, {
    method: 'DELETE',
    headers: { 'x-admin-key': key },
  })
  if (answer.status !== 200) throw new Error(`removal: ${answer.status} ${await answer.text()}`)
  return { events: found.events, seconds: (performance.now() - started) / 1000 }
}
