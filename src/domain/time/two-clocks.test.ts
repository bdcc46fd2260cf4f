import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { given, history, minute, START, whenStarted } from '../../../test/support/given.ts'
import {
  type Accepted,
  type Decision,
  decide,
  decideStart,
  FUTURE_TOLERANCE_MS,
  intervalSeconds,
} from '../operation/decide.ts'
import { evolve, isActive, type OperationState } from '../operation/state.ts'
import { type EventType, FIRST_STEP, OPERATION_TYPES, workflowRow } from '../operation/steps.ts'
import { CROSSING_MS, lateSeconds } from './two-clocks.ts'

const FAST = 37 * 60_000
/** The time on a phone that is `FAST` ahead, so many minutes after the start. */
const shown = (minutes: number) => ({ occurredAt: minute(minutes) + FAST, clockOffsetMs: -FAST })

describe('a phone that knows how wrong it is', () => {
  // The newest event happened a minute after the start.
  const onTheRoad = history('load', 'start_trip', 'en_route')

  it('is corrected, at the start and after', () => {
    whenStarted('load', { now: minute(60), ...shown(5) }).thenEvent({
      type: 'start_trip',
      occurredAt: minute(5),
    })
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), ...shown(30) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(30) })
  })

  it('is believed unchanged without an offset', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), occurredAt: minute(20) + FAST })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(57) })
  })

  it('with an offset but no time happens now', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), clockOffsetMs: -FAST })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(60) })
  })

  it('may cross the newest event by two minutes: it happened then', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), ...shown(-1) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1) })
  })

  it('is marked a millisecond further before it', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), ...shown(-1), clockOffsetMs: -FAST - 1 })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1), reportedAt: minute(-1) - 1 })
  })

  it('may cross the server’s own clock by two minutes: it happened now', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), ...shown(62) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(60) })
    whenStarted('load', { now: minute(60), ...shown(62) }).thenEvent({
      type: 'start_trip',
      occurredAt: minute(60),
    })
  })

  it('is marked a millisecond further ahead', () => {
    const late = { now: minute(60), ...shown(62), clockOffsetMs: -FAST + 1 }
    const marked = { occurredAt: minute(60), reportedAt: minute(62) + 1 }
    given(onTheRoad)
      .when('stop_fuel', late)
      .thenEvent({ type: 'stop_fuel', ...marked })
    whenStarted('load', late).thenEvent({ type: 'start_trip', ...marked })
  })

  it('is never put before a newest event that lies ahead of the server', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(0), ...shown(0.5) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1) })
  })

  it('may not skip a step', () => {
    given(onTheRoad)
      .when('end_trip', { now: minute(60), ...shown(-1) })
      .thenRefused({
        reason: 'not_next',
        allowed: ['arrived_at_park', 'stop_bathroom', 'stop_fuel', 'stop_rest'],
      })
  })
})

describe('the next trip of a driver', () => {
  const previousEndAt = minute(10)

  it('begins where the previous one ended when the clocks cross by up to two minutes', () => {
    whenStarted('load', { now: minute(60), ...shown(8), previousEndAt }).thenEvent({
      type: 'start_trip',
      occurredAt: minute(10),
    })
  })

  it('begins now, marked, when its time is in the future, also if the previous one ended later still', () => {
    whenStarted('load', { now: minute(0), ...shown(9), previousEndAt }).thenEvent({
      type: 'start_trip',
      occurredAt: minute(0),
      reportedAt: minute(9),
    })
  })

  it('begins when it was pressed otherwise, before that end too: nothing is lost', () => {
    for (const minutes of [2, 7.99, 11]) {
      whenStarted('load', { now: minute(60), ...shown(minutes), previousEndAt }).thenEvent({
        type: 'start_trip',
        occurredAt: minute(minutes),
      })
    }
    whenStarted('load', { now: minute(60), occurredAt: minute(9), previousEndAt }).thenEvent({
      type: 'start_trip',
      occurredAt: minute(9),
    })
  })
})

describe('recorded late', () => {
  it.each([
    [0, null],
    [120_000, null],
    [120_001, 120],
    [50 * 60_000 + 999, 3000],
    [-5000, null],
  ])('%i ms after it happened: %s', (after, seconds) => {
    expect(lateSeconds(START, START + after)).toBe(seconds)
  })
})

function accepted(decision: Decision): Accepted {
  if (!decision.ok) throw new Error('refused')
  return decision
}

/** A press: the gap to the one before, the error of its offset, and how long it waits for a network. */
const press = fc.record({
  gap: fc.integer({ min: 0, max: 4 * 3_600_000 }),
  error: fc.integer({ min: -1000, max: 1000 }),
  wait: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 12 * 3_600_000 })),
  choice: fc.nat(10),
})
const YEARS = 20 * 366 * 86_400_000

describe('a phone that is wrong by any constant, measured to the second', () => {
  it('is never refused or marked, and its durations are right within two seconds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPERATION_TYPES),
        fc.integer({ min: -YEARS, max: YEARS }),
        fc.array(press, { minLength: 2, maxLength: 20 }),
        (operationType, wrongBy, presses) => {
          let really = START
          // Delivery is in order: no press arrives before an earlier one.
          let server = START
          let state: OperationState | null = null
          let before: number | null = null
          let started = START
          for (const { gap, error, wait, choice } of presses) {
            really += gap
            server = Math.max(server, really + wait)
            const clock = { now: server, occurredAt: really + wrongBy, clockOffsetMs: -wrongBy + error }
            const next: readonly string[] = state
              ? workflowRow(operationType, state.newestEventType).next
              : []
            const eventType = next[choice % Math.max(1, next.length)] as Parameters<
              typeof decide
            >[1]['eventType']
            const decision = state
              ? accepted(decide(state, { eventType, ...clock }))
              : decideStart({ operationType, ...clock })
            expect(decision.reportedAt).toBeNull()
            const after = evolve(state, decision.event)
            if (state && before !== null) {
              const measured = intervalSeconds(state.newestEventAt, after.newestEventAt)
              expect(Math.abs(measured - intervalSeconds(before, really))).toBeLessThanOrEqual(2)
              const whole = intervalSeconds(after.startedAt, after.newestEventAt)
              expect(Math.abs(whole - intervalSeconds(started, really))).toBeLessThanOrEqual(2)
            } else {
              started = really
            }
            expect(after.newestEventAt).toBeLessThanOrEqual(server)
            state = after
            before = really
            if (!isActive(state)) return
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('any two clocks, set forward and back between any two steps', () => {
  const time = fc.integer({ min: START - YEARS, max: START + YEARS })
  const near = fc.integer({ min: START - 200_000, max: START + 200_000 })
  const clocks = fc.record(
    {
      now: fc.oneof(near, time),
      occurredAt: fc.oneof(near, time),
      clockOffsetMs: fc.oneof(
        fc.integer({ min: -200_000, max: 200_000 }),
        fc.integer({ min: -YEARS, max: YEARS }),
      ),
      choice: fc.nat(10),
    },
    { requiredKeys: ['now', 'choice'] },
  )

  it('refuse no step; times never go back, keep their bounds, and say so wherever one was moved', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPERATION_TYPES),
        fc.array(clocks, { minLength: 1, maxLength: 30 }),
        (operationType, presses) => {
          let state: OperationState | null = null
          for (const { choice, ...when } of presses) {
            const { now, occurredAt, clockOffsetMs } = when
            const next: readonly EventType[] = state
              ? workflowRow(operationType, state.newestEventType).next
              : [FIRST_STEP]
            const eventType = next[choice % next.length]
            if (!eventType) return
            const { event, reportedAt } = state
              ? accepted(decide(state, { eventType, ...when }))
              : decideStart({ operationType, ...when })
            const at = event.occurredAt
            const earliest = state?.newestEventAt ?? Number.NEGATIVE_INFINITY
            expect(at).toBeGreaterThanOrEqual(earliest)
            expect(at).toBeLessThanOrEqual(Math.max(earliest, now + FUTURE_TOLERANCE_MS))
            if (occurredAt === undefined) expect([at, reportedAt]).toEqual([Math.max(now, earliest), null])
            else {
              const said = occurredAt + (clockOffsetMs ?? 0)
              if (said >= earliest && said <= now) expect([at, reportedAt]).toEqual([said, null])
              const settled = Math.abs(at - said) <= (clockOffsetMs === undefined ? 0 : CROSSING_MS)
              expect(reportedAt).toBe(settled ? null : said)
            }
            state = evolve(state, event)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('of impossible years become dates that can be stored', () => {
    const year10000 = Date.UTC(10_000, 0)
    whenStarted('load', { now: START, occurredAt: -1 }).thenEvent({ type: 'start_trip', occurredAt: 0 })
    whenStarted('load', { now: START, occurredAt: year10000, clockOffsetMs: YEARS }).thenEvent({
      type: 'start_trip',
      occurredAt: START,
      reportedAt: year10000 - 1,
    })
  })
})
