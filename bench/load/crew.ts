import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { argon2Passwords } from '#server/adapters/passwords'
import { containerNumber } from '../../scripts/demo/container-numbers.mjs'
import { type HttpClient, httpClient, type Target } from '../../test/support/http-client.ts'

const PASSWORD = 'una clave de medición'
const AT_ONCE = 16
const LIMIT_MS = 5_000

export interface Driver {
  id: number
  supervisorId: number
  cookie: string
  /** Key of the active operation. */
  operationKey: string
}

export interface Supervisor {
  id: number
  cookie: string
}

export interface BigCrew {
  supervisors: Supervisor[]
  /** By turns of each supervisor: neighbours in the list have different ones. */
  drivers: Driver[]
}

export interface SignedIn {
  id: number
  /** Null: a supervisor. */
  supervisorId: number | null
  client: HttpClient
}

/** Supervisors with drivers. The accounts are written into the database under one cheap hash; they sign in by the product. */
export async function signInCrew(
  pool: pg.Pool,
  target: Target,
  { supervisors: count, drivers: each }: { supervisors: number; drivers: number },
): Promise<SignedIn[]> {
  const hash = await argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 }).hash(PASSWORD)
  const { rows } = await pool.query<{ id: number; username: string; supervisor_id: number | null }>(
    `with bosses as (
       insert into users (username, password_hash, role, display_name, accepted_terms)
       select 'patron' || s, $1, 'supervisor', 'Patrón ' || s, true from generate_series(1, $2::integer) s
       returning id, username
     ), flags as (
       insert into feature_flags (user_id, premium_expiration_date) select id, now() + interval '1 year' from bosses
     ), crew as (
       insert into users (username, password_hash, role, display_name, supervisor_id, accepted_terms)
       select username || '.chofer' || n, $1, 'operator', 'Chofer ' || n, id, true
       from bosses, generate_series(1, $3::integer) n
       order by n, id
       returning id, username, supervisor_id
     )
     select id, username, null::integer as supervisor_id from bosses union all select * from crew order by id`,
    [hash, count, each],
  )
  return inGroups(rows, async ({ id, username, supervisor_id: supervisorId }) => {
    const client = httpClient(target)
    const sign = () => client.post('/api/login', { username, password: PASSWORD })
    let login = await sign()
    // One address may sign in 600 times a minute, and a large crew has one address.
    while (login.status === 429) {
      await pause(LIMIT_MS)
      login = await sign()
    }
    if (login.status !== 200) throw new Error(`login: ${JSON.stringify(login)}`)
    return { id, supervisorId, client }
  })
}

/** With all drivers on the road, one active operation each. */
export async function hireBigCrew(
  pool: pg.Pool,
  target: Target,
  size: { supervisors: number; drivers: number },
): Promise<BigCrew> {
  const signedIn = await signInCrew(pool, target, size)
  const supervisors = signedIn.flatMap(({ id, supervisorId, client }) =>
    supervisorId === null ? [{ id, cookie: client.cookie }] : [],
  )
  const drivers = await inGroups(signedIn, async ({ id, supervisorId, client }) => {
    if (supervisorId === null) return []
    const started = await client.post('/api/containers', { containerId: containerNumber(id) })
    const operationKey: string = started.body.containerId
    // Stops are reported on the way.
    const moving = await client.post('/api/events', { containerId: operationKey, eventType: 'en_route' })
    if (moving.status !== 201) throw new Error(`no operation: ${JSON.stringify([started, moving])}`)
    return [{ id, supervisorId, cookie: client.cookie, operationKey }]
  })
  return { supervisors, drivers: drivers.flat() }
}

/** Some at a time, in their order. */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let i = 0; i < items.length; i += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map(work))))
  }
  return results
}
