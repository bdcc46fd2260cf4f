import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { intervalSeconds } from '#domain/operation/decide'
import { replay } from '#domain/operation/replay'
import { isActive } from '#domain/operation/state'
import { EVENT_TYPES, type EventType, OPERATION_TYPES, stepsOf } from '#domain/operation/steps'
import { systemSettings } from '#server/db/schema/console'
import { containers, events } from '#server/db/schema/record'
import { EVENT_ROW } from '#server/record/read/intervals'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
let supervisor: Actor

beforeAll(async () => {
  t = await createTestApp()
  supervisor = await register(t.app, 'supervisor')
  await t.deps.database.orm
    .insert(systemSettings)
    .values({ settingKey: 'operator_limit', settingValue: '1000' })
})
afterAll(() => t.close())

let boxes = 3000000

/** Concurrent presses from two phones: late, early, wrong or repeated, by any clock. */
const press = fc.record({
  eventType: fc.constantFrom(...EVENT_TYPES),
  eventId: fc.option(fc.uuid({ version: [4, 7] }), { nil: undefined }),
  sentTwice: fc.boolean(),
  lateSeconds: fc.option(fc.oneof(fc.integer({ min: -200, max: 400 }), fc.integer({ min: -1e9, max: 1e9 })), {
    nil: undefined,
  }),
  clockOffsetMs: fc.option(fc.integer({ min: -1e12, max: 1e12 }), { nil: undefined }),
})
const batches = fc.array(
  fc.record({
    // The server's clock may be set back.
    wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: -7_200_000, max: 7_200_000 })),
    presses: fc.array(press, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
)
/** Mostly the right next step, so that trips progress. */
const ORDER = stepsOf('load')
  .flatMap((step): EventType[] => (step === 'en_route' ? [step, 'stop_fuel', 'resume_route'] : [step]))
  .slice(1, -3)

it('for any sequence of requests, the stored operation is the replay of its stored events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATION_TYPES),
      fc.integer({ min: 0, max: 6 }),
      batches,
      async (type, ahead, plan) => {
        const operator = await operatorOf(t.app, supervisor)
        const started = await operator.post('/api/containers', {
          containerId: `MSKU${boxes++}`,
          operationType: type,
        })
        const { containerId } = started.body
        const acknowledged = new Set<number>()
        const send = async (body: object) => {
          const answer = await operator.post('/api/events', { containerId, ...body })
          expect([200, 201, 409]).toContain(answer.status)
          if (answer.status < 300) acknowledged.add(answer.body.id)
        }
        for (const eventType of ORDER.slice(0, ahead)) await send({ eventType })
        for (const { wait, presses } of plan) {
          t.clock.advance(wait)
          await Promise.all(
            presses.flatMap(({ eventType, eventId, sentTwice, lateSeconds, clockOffsetMs }) => {
              const occurredAt =
                lateSeconds === undefined
                  ? undefined
                  : new Date(t.clock.now() - lateSeconds * 1000).toISOString()
              const body = { eventType, eventId, occurredAt, clockOffsetMs }
              return sentTwice ? [send(body), send(body)] : [send(body)]
            }),
          )
        }

        const { orm } = t.deps.database
        const stored = await orm
          .select(EVENT_ROW)
          .from(events)
          .where(eq(events.operationKey, containerId))
          .orderBy(asc(events.position))
        const [row] = await orm.select().from(containers).where(eq(containers.operationKey, containerId))
        const state = replay(
          stored.map((e) => ({
            type: e.eventType,
            operationType: e.operationType,
            occurredAt: e.timestamp.getTime(),
          })),
        )
        if (!row || !state) throw new Error('the operation is gone')

        const times = stored.map((e) => e.timestamp.getTime())
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(stored.map((e) => e.position)).toEqual(stored.map((_, i) => i + 1))
        expect(row).toMatchObject({
          newestEventType: state.newestEventType,
          newestStepType: state.newestStepType,
          newestStepAt: new Date(state.newestStepAt),
          startedAt: new Date(state.startedAt),
          newestEventAt: new Date(state.newestEventAt),
          version: state.version,
          isActive: isActive(state),
        })
        const durations = stored.map((e, i) => {
          const next = stored[i + 1]
          if (next) return intervalSeconds(e.timestamp.getTime(), next.timestamp.getTime())
          return isActive(state) ? null : intervalSeconds(state.startedAt, state.newestEventAt)
        })
        expect(stored.map((e) => e.duration)).toEqual(durations)
        // Exactly the acknowledged events are stored (the start acknowledges start_trip).
        expect(new Set(stored.slice(1).map((e) => e.id))).toEqual(acknowledged)
      },
    ),
    { numRuns: 40 },
  )
})
