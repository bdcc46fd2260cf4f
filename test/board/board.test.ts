import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scopeOf } from '#server/identity/supervisor-scope'
import { createBoard } from '#server/live/board'
import { type ActiveReads, activeReads } from '#server/record/read/operations'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTwoProcesses } from '../support/processes/two-processes.ts'

let t: Awaited<ReturnType<typeof createTwoProcesses>>
let boss: Actor
let driver: Actor
beforeAll(async () => {
  t = await createTwoProcesses()
})
afterAll(() => t.close())
beforeEach(async () => {
  boss = await register(t.processes[0].app, 'supervisor')
  driver = await operatorOf(t.processes[0].app, boss)
})

let boxes = 5_000_000
const start = async (process: 0 | 1 = 0) =>
  (
    await t
      .at(process, driver)
      .post('/api/containers', { containerId: `MSKU${boxes++}`, operationType: 'load' })
  ).body.containerId
const step = (containerId: string, eventType: string, process: 0 | 1 = 0) =>
  t.at(process, driver).post('/api/events', { containerId, eventType })
const active = (process: 0 | 1, headers = {}) => t.at(process, driver).get('/api/containers/active', headers)

/** A board of the second process that counts how often it asks the database. */
function countingBoard(elapsed: () => number) {
  const asked = { tenant: 0, activeOf: 0 }
  const real = activeReads(t.database.orm)
  const source: ActiveReads = {
    ...real,
    tenant: (id) => {
      asked.tenant++
      return real.tenant(id)
    },
    activeOf: (id) => {
      asked.activeOf++
      return real.activeOf(id)
    },
  }
  const board = createBoard({
    bus: t.buses[1],
    source,
    elapsed,
    onError: (error) => expect(error).toBeNull(),
  })
  const scope = scopeOf({ id: boss.id, role: 'supervisor' })
  const ask = () => board.ofSupervisor(scope)
  return { board, asked, ask, watch: async () => (await ask()).state }
}

describe('a driver who goes from one process to another', () => {
  it('is not thrown out of a trip that the other process has not heard of', async () => {
    const key = await start()
    expect((await active(1)).body.containerId).toBe(key)
  })

  it('is shown the step that a refusal was about, when its message was lost', async () => {
    const key = await start()
    t.buses[1].hear(0)
    // As a desk's poll leaves it: read, and trusted for some seconds.
    await t.at(1, boss).get('/api/supervisor/operations')
    await step(key, 'en_route')
    t.buses[1].onTheWay = []
    expect((await active(1)).body.currentEventType).toBe('start_trip')
    expect((await step(key, 'en_route', 1)).status).toBe(409)
    expect((await active(1)).body.currentEventType).toBe('en_route')
    const { body } = await t.at(1, boss).get('/api/supervisor/operations')
    expect(body.operations[0].currentEventType).toBe('en_route')
  })

  it('is given the trip that they began after one that the other process still holds', async () => {
    const key = await start()
    await t.at(1, boss).get('/api/supervisor/operations')
    await step(key, 'en_route')
    expect((await active(0)).body.version).toBe(2)
    t.buses[1].hear(t.buses[1].onTheWay.length - 1)
    expect((await active(1)).body.version).toBe(2)
  })

  it('is told 304 for what they hold, from memory as from the database', async () => {
    const key = await start()
    const { headers } = await active(0)
    const known = { 'if-none-match': String(headers.etag) }
    for (const process of [0, 1] as const) expect((await active(process, known)).status).toBe(304)
    await step(key, 'en_route')
    expect((await active(0, known)).status).toBe(200)
  })
})

describe('a desk', () => {
  const list = (process: 0 | 1, headers = {}) =>
    t.at(process, boss).get('/api/supervisor/operations', headers)

  it('is told 304 for the list that it holds, by memory and by the database of either process', async () => {
    const key = await start()
    const known = { 'if-none-match': String((await list(0)).headers.etag) }
    for (const process of [0, 1] as const) expect((await list(process, known)).status).toBe(304)
    t.buses[1].disconnect()
    expect((await list(1, known)).status).toBe(304)
    t.buses[1].reconnect()
    await step(key, 'en_route')
    const { status, body } = await list(0, known)
    expect([status, body.seq, body.operations[0].version]).toEqual([200, 2, 2])
  })

  it('is sent the list again when it changed without a new number, as by an older backup', async () => {
    await start()
    let elapsed = 0
    const { board, ask } = countingBoard(() => elapsed)
    const before = await ask()
    await t.database.pool.query('update containers set location = $1 where user_id = $2', ['Otro', driver.id])
    elapsed = 5_000
    const after = await ask()
    expect(after.state).toMatchObject({ seq: before.state.seq, operations: [{ location: 'Otro' }] })
    expect(after.tag).not.toBe(before.tag)
    await board.close()
  })
})

describe('the board', () => {
  it('answers without the database until a number is missing, and again when that has been read', async () => {
    const key = await start()
    const { board, asked, watch } = countingBoard(() => 0)
    await watch()
    expect(asked.tenant).toBe(1)
    t.buses[1].onTheWay = []
    await step(key, 'en_route')
    t.buses[1].hear(0)
    expect((await watch()).operations[0]?.version).toBe(2)
    expect((await board.ofOperator({ id: driver.id, supervisorId: boss.id }))?.state.version).toBe(2)
    expect(asked).toEqual({ tenant: 1, activeOf: 0 })

    await step(key, 'stop_fuel')
    await step(key, 'resume_route')
    // The first of the two is lost.
    t.buses[1].onTheWay.shift()
    t.buses[1].hear(0)
    expect((await watch()).operations[0]?.version).toBe(4)
    expect(asked.tenant).toBe(2)
    await watch()
    expect(asked.tenant).toBe(2)
    await board.close()
  })

  it('looks after some seconds whether a loss went unnoticed', async () => {
    const key = await start()
    let elapsed = 0
    const { board, asked, watch } = countingBoard(() => elapsed)
    await watch()
    await step(key, 'en_route')
    t.buses[1].onTheWay = []
    elapsed = 4_999
    expect((await watch()).operations[0]?.version).toBe(1)
    elapsed = 5_000
    expect((await watch()).operations[0]?.version).toBe(2)
    expect(asked.tenant).toBe(2)
    await board.close()
  })

  it('does not bring back an ended trip by a message that comes late', async () => {
    const key = await start()
    for (const type of ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete'])
      await step(key, type)
    const { board, watch } = countingBoard(() => 0)
    await watch()
    t.buses[1].onTheWay = []
    await step(key, 'exit_park')
    await step(key, 'end_trip')
    t.buses[1].hear(1)
    t.buses[1].hear(0)
    expect(await watch()).toEqual({ operations: [], seq: 8 })
    expect(board.size()).toBe(0)
    await board.close()
  })

  it('finds a trip whose start arrives before the end of the one before it', async () => {
    const key = await start()
    for (const type of ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete'])
      await step(key, type)
    const { board, asked, watch } = countingBoard(() => 0)
    await watch()
    t.buses[1].onTheWay = []
    await step(key, 'exit_park')
    await step(key, 'end_trip')
    const next = await start()
    for (const index of [2, 0, 0]) t.buses[1].hear(index)
    const found = await board.ofOperator({ id: driver.id, supervisorId: boss.id })
    expect(found?.state.operationKey).toBe(next)
    expect(asked).toEqual({ tenant: 1, activeOf: 0 })
    await board.close()
  })

  const correct = (key: string, body: object) =>
    t.at(0, boss).post(`/api/containers/${key}/corrections`, { reason: 'se equivocó', ...body })

  it('leaves out a cancelled operation, also when the step before it comes late', async () => {
    const key = await start()
    const { board, asked, watch } = countingBoard(() => 0)
    await watch()
    t.buses[1].onTheWay = []
    await step(key, 'en_route')
    expect((await correct(key, { kind: 'cancellation' })).status).toBe(201)
    t.buses[1].hear(1)
    t.buses[1].hear(0)
    expect(await watch()).toEqual({ operations: [], seq: 3 })
    expect([board.size(), asked.tenant]).toEqual([0, 1])
    await board.close()
  })

  it('brings back an operation whose end was retracted, also when the end comes late', async () => {
    const key = await start()
    for (const type of ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete'])
      await step(key, type)
    const { board, asked, watch } = countingBoard(() => 0)
    await watch()
    t.buses[1].onTheWay = []
    await step(key, 'exit_park')
    await step(key, 'end_trip')
    expect((await correct(key, { kind: 'retraction', position: 8 })).status).toBe(201)
    // The retraction, then what came before it.
    for (const index of [2, 1, 0]) t.buses[1].hear(index)
    const { operations, seq } = await watch()
    expect(seq).toBe(9)
    expect(operations).toMatchObject([{ operationKey: key, newestEventType: 'exit_park', version: 9 }])
    const found = await board.ofOperator({ id: driver.id, supervisorId: boss.id })
    expect(found?.state.version).toBe(9)
    expect(asked).toEqual({ tenant: 1, activeOf: 0 })
    await board.close()
  })

  it('forgets a supervisor whose record is removed', async () => {
    await start()
    const { board, watch } = countingBoard(() => 0)
    await watch()
    expect(board.size()).toBe(1)
    t.buses[1].publish({ kind: 'record_removed', supervisorId: boss.id })
    expect(board.size()).toBe(0)
    await board.close()
  })

  it('asks the database while the bus is away, and reads everything when it is back', async () => {
    const key = await start()
    const { board, asked, watch } = countingBoard(() => 0)
    await watch()
    t.buses[1].disconnect()
    await step(key, 'en_route')
    expect((await watch()).operations[0]?.version).toBe(2)
    expect(asked.tenant).toBe(2)
    t.buses[1].reconnect()
    expect((await watch()).operations[0]?.version).toBe(2)
    await board.close()
  })
})
