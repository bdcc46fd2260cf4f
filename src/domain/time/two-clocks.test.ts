import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { given, history, minute, START, whenStarted } from '../../../test/support/given.ts'
import { decide, decideStart, intervalSeconds } from '../operation/decide.ts'
import { evolve, isActive, type OperationState } from '../operation/state.ts'
import { OPERATION_TYPES, workflowRow } from '../operation/steps.ts'
import { lateSeconds, settle } from './two-clocks.ts'

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
      .when('stop_fuel', { now: minute(60), occurredAt: minute(30) + FAST })
      .thenRefused({ reason: 'in_future' })
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

  it('is refused a millisecond further before it', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), ...shown(-1), clockOffsetMs: -FAST - 1 })
      .thenRefused({ reason: 'before_newest', newestAt: minute(1) })
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

  it('is refused a millisecond further ahead', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(60), ...shown(62), clockOffsetMs: -FAST + 1 })
      .thenRefused({ reason: 'in_future' })
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

describe('a corrected instant', () => {
  it('between its bounds is left alone, and so is one that is too far off', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), fc.nat(), (earliest, length, at) => {
        const latest = earliest + length
        const settled = settle(at, earliest, latest)
        const inside = settled >= earliest && settled <= latest
        expect(inside || settled === at).toBe(true)
        if (at >= earliest && at <= latest) expect(settled).toBe(at)
        expect(Math.abs(settled - at)).toBeLessThanOrEqual(120_000)
      }),
    )
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

/** A press: the gap to the one before, the error of its offset, and how long it waits for a network. */
const press = fc.record({
  gap: fc.integer({ min: 0, max: 4 * 3_600_000 }),
  error: fc.integer({ min: -1000, max: 1000 }),
  wait: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 12 * 3_600_000 })),
  choice: fc.nat(10),
})
const YEARS = 20 * 366 * 86_400_000

describe('a phone that is wrong by any constant, measured to the second', () => {
  it('is never refused, and its durations are right within two seconds', () => {
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
              ? decide(state, { eventType, ...clock })
              : decideStart({ operationType, ...clock })
            if (!decision.ok) throw new Error(`refused: ${decision.refusal.reason}`)
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
