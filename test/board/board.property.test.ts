import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationResponse } from '#contract/http/operations'
import { workflowRow } from '#domain/operation/steps'
import { presentOperation } from '#server/live/present'
import { activeReads } from '#server/record/read/operations'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTwoProcesses } from '../support/processes/two-processes.ts'

type Process = 0 | 1
let t: Awaited<ReturnType<typeof createTwoProcesses>>
beforeAll(async () => {
  t = await createTwoProcesses()
})
afterAll(() => t.close())

const DRIVERS = 3
const at = fc.constantFrom<Process>(0, 1)
const driver = fc.nat({ max: DRIVERS - 1 })
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('press' as const), at, driver, pick: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('hear' as const), at, index: fc.nat(), again: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), at, index: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom<'disconnect' | 'reconnect'>('disconnect', 'reconnect'), at }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('poll' as const), at, driver, wait: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('watch' as const), at, wait: fc.boolean() }) },
)

let boxes = 4_000_000
const rest = ({ totalDuration: _, ...operation }: OperationResponse) => operation

it('every poll is what the database said after some event, and never before one’s own last press', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 70 }), async (actions) => {
      for (const bus of t.buses) {
        bus.onTheWay = []
        bus.reconnect()
      }
      const boss = await register(t.processes[0].app, 'supervisor')
      const drivers = await Promise.all(
        Array.from({ length: DRIVERS }, () => operatorOf(t.processes[0].app, boss)),
      )
      const truth = activeReads(t.database.orm)
      /** What the database said after each event. */
      const states: OperationResponse[][] = [[]]
      /** The newest number that each driver knows of from each process. */
      const own = drivers.map(() => [0, 0] as [number, number])
      const newestAt: [number, number] = [0, 0]
      /** Polls that other things happen beside, each with what is to be said of its answer once all has happened. */
      const pending: Promise<() => void>[] = []
      const onRecord = (who: Actor, seq: number) => {
        const operation = states[seq]?.find((o) => o.userId === who.id)
        return operation ? rest(operation) : null
      }

      const press = async (process: Process, index: number, pick: number) => {
        const person = t.at(process, drivers[index] as Actor)
        const active = states.at(-1)?.find((o) => o.userId === person.id)
        t.clock.advance(1000)
        const next = active && workflowRow(active.operationType, active.currentEventType).next
        // Straight on most of the time, so that trips end.
        const eventType = next && (pick % 5 === 0 ? next.at(-1) : next[0])
        const answer = active
          ? await person.post('/api/events', { containerId: active.containerId, eventType })
          : await person.post('/api/containers', { containerId: `MSKU${boxes++}`, operationType: 'load' })
        expect(answer.status).toBe(201)
        const { operations, seq } = await truth.tenant(boss.id)
        expect(seq).toBe(states.length)
        states.push(operations.map((row) => presentOperation(row, 0)))
        const mine = own[index] as [number, number]
        mine[process] = seq
        newestAt[process] = seq
      }

      const poll = async (process: Process, index: number) => {
        const who = drivers[index] as Actor
        const least = own[index]?.[process] ?? 0
        const from = states.length - 1
        const asked = t.clock.now()
        const healthy = t.buses[process].healthy()
        const { body } = await t.at(process, who).get('/api/containers/active')
        const answered = t.clock.now()
        // 'None' ends the trip on the phone: only the database says it. So it does when nothing is heard.
        const oldest = body === null || !healthy ? from : least
        return () => {
          const possible = Array.from({ length: states.length - oldest }, (_, i) => onRecord(who, oldest + i))
          expect(possible).toContainEqual(body && rest(body))
          if (body && asked === answered) {
            expect(body.totalDuration).toBe(Math.floor((asked - Date.parse(body.startTime)) / 1000))
          }
        }
      }

      const watch = async (process: Process) => {
        const healthy = t.buses[process].healthy()
        const least = healthy ? newestAt[process] : states.length - 1
        const { status, body } = await t.at(process, boss).get('/api/supervisor/operations')
        return () => {
          expect(status).toBe(200)
          expect(body.seq).toBeGreaterThanOrEqual(least)
          expect(body.operations.map(rest)).toEqual(states[body.seq]?.map(rest))
        }
      }

      for (const a of actions) {
        if (a.do === 'press') await press(a.at, a.driver, a.pick)
        else if (a.do === 'disconnect') t.buses[a.at].disconnect()
        else if (a.do === 'reconnect') t.buses[a.at].reconnect()
        else if (a.do === 'poll' || a.do === 'watch') {
          const answered = a.do === 'poll' ? poll(a.at, a.driver) : watch(a.at)
          if (a.wait) (await answered)()
          else pending.push(answered)
        } else if ('index' in a) {
          const { onTheWay } = t.buses[a.at]
          if (onTheWay.length === 0) continue
          const index = a.index % onTheWay.length
          if (a.do === 'lose') onTheWay.splice(index, 1)
          else if ('again' in a) t.buses[a.at].hear(index, a.again)
        }
      }
      for (const check of await Promise.all(pending)) check()
    }),
    { numRuns: 40 },
  )
}, 120_000)
