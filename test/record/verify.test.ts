import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealRecord } from '#server/record/verify/seal'
import { verifyRecord } from '#server/record/verify/verify'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { asOwner, ownerDoes } from '../support/database.ts'
import { insertTrips, nextContainerNumber } from '../support/history.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

let t: TestApp
let boss: Actor
let driver: Actor
let key: string

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  const colleague = await operatorOf(t.app, boss)
  // Two whole trips at once, and one under way: sets of events and single ones.
  await Promise.all([driver, colleague].map(wholeTrip))
  key = await start(driver)
  await driver.post('/api/events', {
    containerId: key,
    eventType: 'en_route',
    coordinates: { lat: 1e-7, lng: -99.13 },
    accuracy: 12.34,
    fixAgeSeconds: 3,
    occurredAt: new Date(t.clock.now() + 86_400_000).toISOString(),
    clockOffsetMs: 1,
  })
})
afterAll(() => t.close())

async function start(actor: Actor): Promise<string> {
  const { body } = await actor.post('/api/containers', {
    containerId: nextContainerNumber(),
    operationType: 'load',
  })
  return body.containerId
}

async function wholeTrip(actor: Actor): Promise<void> {
  const containerId = await start(actor)
  for (const eventType of REST_OF_TRIP) await actor.post('/api/events', { containerId, eventType })
}

const verify = () => verifyRecord(t.deps.database)

/** What is found while `change` holds, which `undo` takes back. */
async function foundAfter(change: string, undo: string) {
  await ownerDoes(t.deps.database, change)
  const { fault } = await verify()
  await ownerDoes(t.deps.database, undo)
  return fault
}

it('finds the record whole that the product wrote, by single statements and by sets', async () => {
  expect(await verify()).toEqual({
    operations: 3,
    events: 2 * (REST_OF_TRIP.length + 1) + 2,
    corrections: 0,
    fault: null,
    complete: true,
  })
})

describe('names the first that is not what was reported', () => {
  const event = () => `container_id = '${key}' and position = 2`
  const shifted = (column: string, there: string, back: string): [string, string] => [
    `update events set ${column} = ${column} ${there} where ${event()}`,
    `update events set ${column} = ${column} ${back} where ${event()}`,
  ]
  const inKey = (kind: string, position: number | null) => ({ kind, operationKey: key, position })

  it.each(['timestamp', 'recorded_at', 'reported_at'])('a changed %s', async (column) => {
    expect(await foundAfter(...shifted(column, "+ interval '1 ms'", "- interval '1 ms'"))).toEqual(
      inKey('chain', 2),
    )
  })

  it.each(['lat', 'lng', 'fix_age_seconds', 'clock_offset_ms'])('a changed %s', async (column) => {
    // Of powers of two, so that taking it back gives exactly the old value.
    await ownerDoes(t.deps.database, `create table kept as select * from events where ${event()}`)
    await ownerDoes(t.deps.database, `update events set ${column} = ${column} + 1 where ${event()}`)
    const { fault } = await verify()
    await ownerDoes(
      t.deps.database,
      `update events e set ${column} = kept.${column} from kept where e.id = kept.id; drop table kept`,
    )
    expect(fault).toEqual(inKey('chain', 2))
  })

  it('another type, another driver', async () => {
    expect(
      await foundAfter(
        `update events set event_type = 'stop_fuel' where ${event()}`,
        `update events set event_type = 'en_route' where ${event()}`,
      ),
    ).toEqual(inKey('chain', 2))
    expect(
      await foundAfter(
        `update events set username = 'otro' where ${event()}`,
        `update events set username = '${driver.username}' where ${event()}`,
      ),
    ).toEqual(inKey('chain', 2))
  })

  it('an operation that is not where its events say', async () => {
    expect(
      await foundAfter(
        `update containers set current_status = 'stop_rest' where container_id = '${key}'`,
        `update containers set current_status = 'en_route' where container_id = '${key}'`,
      ),
    ).toEqual(inKey('operation', null))
  })

  it('a number that is missing', async () => {
    expect(
      await foundAfter(
        `update event_counters set last_seq = last_seq + 1 where tenant_id = ${boss.id}`,
        `update event_counters set last_seq = last_seq - 1 where tenant_id = ${boss.id}`,
      ),
    ).toMatchObject({ kind: 'seq', tenantId: boss.id })
  })

  it('an event that was taken out from the middle', async () => {
    const { rows } = await t.deps.database.pool.query(
      'select container_id as key from containers where not is_active limit 1',
    )
    const middle = `container_id = '${rows[0].key}' and position = 4`
    await ownerDoes(t.deps.database, `create table taken as select * from events where ${middle}`)
    const columns =
      'event_id, seq, supervisor_id, user_id, username, container_id, display_container_id, operation_type, event_type, position, timestamp, recorded_at, location, lat, lng, accuracy, fix_age_seconds, clock_offset_ms, reported_at, chain_hash'
    const fault = await foundAfter(
      `delete from events where ${middle}`,
      `insert into events (${columns}) select ${columns} from taken; drop table taken`,
    )
    expect(fault?.kind).toBe('seq')
  })

  it('and afterwards nothing', async () => {
    expect((await verify()).fault).toBeNull()
  })
})

describe('what was recorded before there were chains', () => {
  it('is named until it is sealed, and can be added to afterwards', async () => {
    const other = await operatorOf(t.app, boss)
    const third = await operatorOf(t.app, boss)
    const [trip] = await insertTrips(
      t.deps.database,
      [other, third].map(({ id, username }) => ({
        operatorId: id,
        supervisorId: boss.id,
        containerNumber: nextContainerNumber(),
        operationType: 'load' as const,
        username,
        events: [
          { type: 'start_trip', at: t.clock.now() - 60_000 },
          { type: 'en_route', at: t.clock.now() - 30_000 },
        ],
      })),
    )
    expect((await verify()).fault).toMatchObject({ kind: 'chain', operationKey: trip?.operationKey })
    const progress: number[] = []
    const seal = () => asOwner(t.deps.database, ({ orm }) => sealRecord(orm, (n) => progress.push(n), 1))
    expect([await seal(), await seal(), progress]).toEqual([2, 0, [1, 2]])
    expect((await verify()).fault).toBeNull()
    const answer = await other.post('/api/events', {
      containerId: trip?.operationKey,
      eventType: 'arrived_at_park',
    })
    expect(answer.status).toBe(201)
    expect((await verify()).fault).toBeNull()
  })

  it('is not sealed when a hash in it was taken away', async () => {
    await ownerDoes(t.deps.database, `update containers set chain_head = null where container_id = '${key}'`)
    expect(await asOwner(t.deps.database, ({ orm }) => sealRecord(orm))).toBe(0)
    expect((await verify()).fault).toMatchObject({ kind: 'chain', operationKey: key })
  })
})
