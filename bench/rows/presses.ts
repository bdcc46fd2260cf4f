import { httpClient } from '../../test/support/http-client.ts'
import { BENCH_PASSWORD } from '../generate.ts'
import type { Lane } from '../load/connection.ts'
import type { Load, Outcome } from '../load/generator.ts'
import { dealt, pressesOf } from '../load/press.ts'
import type { Stage } from './stage.ts'

const SUPERVISORS = 40
/** Of each supervisor. */
const DRIVERS = 4
const CONNECTIONS = 32

export interface Presses {
  lanes: Lane[][]
  run(load: Load, seconds: number): Promise<Outcome>
}

/** Drivers on the road of supervisors from all over the record, signed in. */
export async function pressesOn({ server, database }: Stage): Promise<Presses> {
  const { rows } = await database.pool.query<{
    id: number
    username: string
    supervisorId: number
    operationKey: string
    atRest: boolean
  }>(
    `with moving as (
       select c.user_id as id, c.username, c.supervisor_id as "supervisorId", c.container_id as "operationKey",
         c.current_status like 'stop%' as "atRest",
         row_number() over (partition by c.supervisor_id order by c.user_id) as place,
         count(*) over (partition by c.supervisor_id) as n
       from containers c
       where is_active and (current_status in ('en_route', 'resume_route') or current_status like 'stop%')
     ), spread as (
       select "supervisorId", ntile($1) over (order by "supervisorId") as part from moving
       -- The large fleet would be a tenth of a small record, and contend for one row.
       where n between $2 and 30 group by 1
     ), chosen as (select part, min("supervisorId") as "supervisorId" from spread group by part)
     select m.id, username, "supervisorId", "operationKey", "atRest"
     from moving m join chosen using ("supervisorId") where place <= $2 order by place, "supervisorId"`,
    [SUPERVISORS, DRIVERS],
  )
  const { host, hostname, port } = new URL(server.origin)
  const lanes: Lane[] = []
  for (const { username, atRest, ...driver } of rows) {
    const client = httpClient(server)
    const login = await client.post('/api/login', { username, password: BENCH_PASSWORD })
    if (login.status !== 200) throw new Error(`login: ${JSON.stringify(login.body)}`)
    lanes.push({ requests: pressesOf(host, { ...driver, cookie: client.cookie }), at: atRest ? 1 : 0 })
  }
  if (lanes.length < CONNECTIONS) throw new Error('too few drivers on the road: fill the folder again')
  const connections = dealt(lanes, CONNECTIONS)
  return {
    lanes: connections,
    async run(load, seconds) {
      const outcome = await load.run({
        host: hostname,
        port: Number(port),
        connections,
        expect: [201],
        warmUpMs: 1000,
        measureMs: seconds * 1000,
      })
      for (const [c, counts] of outcome.lanes.entries()) {
        for (const [l, count] of counts.entries()) {
          const lane = connections[c]?.[l]
          if (lane) lane.at += count
        }
      }
      return outcome
    },
  }
}
