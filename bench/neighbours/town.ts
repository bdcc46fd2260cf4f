import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { monthOf, monthPeriod } from '#domain/time/zone'
import { readConfig } from '#server/config'
import type { Database } from '#server/db/connect'
import { openAsOwner } from '#server/db/start/open'
import { type HttpClient, httpClient } from '../../test/support/http-client.ts'
import {
  connectBeside,
  FROM_BUILD,
  type ServerProcess,
  startServer,
} from '../../test/support/processes/server-process.ts'
import { generate } from '../generate.ts'
import { AGREEMENT, addLargeMonth } from '../large-rows.ts'
import { hireBigCrew } from '../load/crew.ts'
import { type Quiet, startQuiet } from './quiet.ts'
import type { Flooders } from './worst.ts'

const TRUCKS = 200
const FLOODING_DRIVERS = 50
const QUIET_DRIVERS = 8
const FRESH_LIMITS = fileURLToPath(new URL('fresh-limits.mjs', import.meta.url))

/** The product as delivered with all who use it: a large company, another one with many drivers, and a quiet one. */
export interface Town {
  server: ServerProcess
  beside: Database
  month: string
  flooders: Flooders
  quiet: Quiet
  /** The limits of accounts and addresses forget what was spent. */
  freshLimits(): void
  stop(): Promise<void>
}

export async function startTown(
  size: { events: number; visits: number },
  { profile }: { profile: string | undefined },
): Promise<Town> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-neighbours-'))
  const { timezone } = readConfig({})
  const month = monthOf(monthPeriod(monthOf(Date.now(), timezone), timezone).from - 1, timezone)
  try {
    const { supervisor, clientId } = await fillLarge(dataDir, size, monthPeriod(month, timezone).from)
    const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
    // A backup would begin with the first rows: they are to say what a flood does.
    const program = [...flags, '--import', FRESH_LIMITS, ...FROM_BUILD]
    const server = await startServer(dataDir, program, { env: { BACKUP_HOUR: 'off' } })
    const beside = connectBeside(dataDir)
    const stop = async () => {
      await beside.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
    try {
      const crew = await hireBigCrew(beside.pool, server, { supervisors: 2, drivers: FLOODING_DRIVERS })
      const [first, second] = crew.supervisors
      if (!first || !second) throw new Error('nobody to be quiet')
      const driversOf = (id: number) => crew.drivers.filter(({ supervisorId }) => supervisorId === id)
      const large = httpClient(server)
      await signIn(large, supervisor)
      const flooders: Flooders = {
        ...(await rowsOf(beside.pool, large, { supervisorId: supervisor.id, clientId, month })),
        large: large.cookie,
        spare: second.cookie,
        drivers: driversOf(second.id),
        month,
        clientId,
      }
      const thisMonth = monthOf(Date.now(), timezone)
      const quiet = await startQuiet({
        origin: server.origin,
        drivers: driversOf(first.id).slice(0, QUIET_DRIVERS),
        supervisor: first,
        month: thisMonth,
      })
      return {
        server,
        beside,
        month,
        flooders,
        quiet,
        freshLimits: () => process.kill(server.pid, 'SIGUSR2'),
        stop,
      }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function fillLarge(
  dataDir: string,
  { events, visits }: { events: number; visits: number },
  from: number,
) {
  const database = await openAsOwner(
    { dataDir, databaseUrl: null, databaseOwnerUrl: null },
    { tell: () => {}, onError: (error) => console.error(error.message) },
  )
  try {
    const { supervisors, password } = await generate(database, {
      events: Math.max(TRUCKS * 10, events - 2 * visits),
      supervisors: 1,
      operators: TRUCKS,
    })
    const [supervisor] = supervisors
    if (!supervisor) throw new Error('nobody to ask')
    const client = await database.pool.connect()
    try {
      await addLargeMonth(client, { supervisorId: supervisor.id, from, visits, timeZone: 'America/Tijuana' })
      const { rows } = await client.query<{ id: number }>(
        `insert into clients (supervisor_id, name, created_at) values ($1, 'Cliente', now()) returning id`,
        [supervisor.id],
      )
      const clientId = rows[0]?.id ?? 0
      await client.query('update places set client_id = $2 where supervisor_id = $1', [
        supervisor.id,
        clientId,
      ])
      await client.query(
        'update containers set client_id = $2 where supervisor_id = $1 and place_id is not null',
        [supervisor.id, clientId],
      )
      return { supervisor: { ...supervisor, password }, clientId }
    } finally {
      client.release()
    }
  } finally {
    await database.close()
  }
}

async function signIn(client: HttpClient, { username, password }: { username: string; password: string }) {
  const { status, body } = await client.post('/api/login', { username, password })
  if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`)
}

/** Numbers and keys of the large company; makes what there is not: an agreement, a report, a pack of evidence. */
async function rowsOf(
  pool: pg.Pool,
  large: HttpClient,
  { supervisorId, clientId, month }: { supervisorId: number; clientId: number; month: string },
) {
  const made = async (path: string, body: object, status: number) => {
    const answer = await large.post(path, body)
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const operators = await pool.query<{ id: number }>(
    'select min(id) as id from users where supervisor_id = $1',
    [supervisorId],
  )
  const keys = async (isActive: boolean, count: number) => {
    const found = await pool.query<{ key: string }>(
      `select container_id as key from containers
       where supervisor_id = $1 and place_id is null and is_active = $2 order by start_time desc limit $3`,
      [supervisorId, isActive, count],
    )
    return found.rows.map(({ key }) => key)
  }
  const [operationKeys, active] = [await keys(false, 200), await keys(true, 1)]
  const contract = await made('/api/detention/contracts', AGREEMENT, 201)
  const report = await made('/api/reports', { month, operatorId: null }, 201)
  const evidence = await large.post('/api/evidence', { clientId, month })
  const { rows } = await pool.query<{
    id: number
    name: string
    shape: { points: { lat: number; lng: number }[] }
  }>('select id, name, shape from places where supervisor_id = $1 order by id', [supervisorId])
  return {
    ended: operationKeys[0] ?? '',
    active: active[0] ?? '',
    operationKeys,
    operatorId: operators.rows[0]?.id ?? 0,
    placeId: rows[0]?.id ?? 0,
    shape: rows[0]?.shape ?? {},
    contractId: Number(contract.id),
    reportId: Number(report.id),
    hash: String(evidence.body.hash ?? '0'.repeat(64)),
    geojson: {
      type: 'FeatureCollection',
      features: rows.map(({ name, shape: { points } }) => ({
        type: 'Feature',
        properties: { name, kind: 'yard' },
        geometry: {
          type: 'Polygon',
          coordinates: [[...points, ...points.slice(0, 1)].map(({ lat, lng }) => [lng, lat])],
        },
      })),
    },
  }
}
