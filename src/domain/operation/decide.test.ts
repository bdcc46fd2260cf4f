import { describe, expect, it } from 'vitest'
import { given, history, minute, START, whenStarted } from '../../../test/support/given.ts'
import { FUTURE_TOLERANCE_MS, intervalSeconds } from './decide.ts'
import { EVENT_TYPES, type EventType, OPERATION_TYPES, type OperationType, workflowRow } from './steps.ts'

const IN_TWO_MINUTES = START + 120_000

describe('starting an operation', () => {
  it('happens now when the phone says nothing', () => {
    whenStarted('load', { now: START }).thenEvent({ type: 'start_trip', occurredAt: START })
  })

  it('happens when the phone says, long ago included: it may have been offline', () => {
    whenStarted('unload', { now: minute(600), occurredAt: START }).thenEvent({
      type: 'start_trip',
      occurredAt: START,
    })
  })

  it('may lie two minutes ahead of the server, and not a millisecond more: then it is moved and marked', () => {
    whenStarted('load', { now: START, occurredAt: IN_TWO_MINUTES }).thenEvent({
      type: 'start_trip',
      occurredAt: IN_TWO_MINUTES,
    })
    whenStarted('load', { now: START, occurredAt: IN_TWO_MINUTES + 1 }).thenEvent({
      type: 'start_trip',
      occurredAt: IN_TWO_MINUTES,
      reportedAt: IN_TWO_MINUTES + 1,
    })
  })

  it('tolerates what the rule says', () => {
    expect(FUTURE_TOLERANCE_MS).toBe(120_000)
  })
})

describe('the next event', () => {
  it('is taken when the newest allows it', () => {
    given(history('load', 'start_trip', 'en_route'))
      .when('arrived_at_park', { now: minute(90) })
      .thenEvent({ type: 'arrived_at_park', occurredAt: minute(90) })
  })

  it('is refused when it skips a step, with what would be allowed', () => {
    given(history('load', 'start_trip'))
      .when('arrived_at_park', { now: minute(5) })
      .thenRefused({ reason: 'not_next', allowed: ['en_route'] })
  })

  it('is refused when it repeats a step', () => {
    given(history('load', 'start_trip', 'en_route'))
      .when('en_route', { now: minute(5) })
      .thenRefused({
        reason: 'not_next',
        allowed: ['arrived_at_park', 'stop_bathroom', 'stop_fuel', 'stop_rest'],
      })
  })

  it('is refused once the operation has ended, and nothing is allowed any more', () => {
    const ended = history(
      'unload',
      'start_trip',
      'en_route',
      'arrived_at_park',
      'access_granted',
      'vehicle_parked',
      'unload_complete',
      'exit_park',
      'end_trip',
    )
    for (const type of EVENT_TYPES) {
      given(ended)
        .when(type, { now: minute(60) })
        .thenRefused({ reason: 'not_next', allowed: [] })
    }
  })

  it.each([
    ['load', 'unload_complete', 'load_complete'],
    ['unload', 'load_complete', 'unload_complete'],
  ] as const)('of a %s is never %s', (type, wrong, right) => {
    given(history(type, 'start_trip', 'en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked'))
      .when(wrong, { now: minute(60) })
      .thenRefused({ reason: 'not_next', allowed: [right] })
  })

  it.each(OPERATION_TYPES)('is refused for every pair that the table does not name (%s)', (type) => {
    for (const from of EVENT_TYPES) {
      const { next } = workflowRow(type, from)
      for (const to of EVENT_TYPES) {
        const example = given(endingWith(type, from)).when(to, { now: minute(60) })
        if (next.includes(to)) example.thenEvent({ type: to, occurredAt: minute(60) })
        else example.thenRefused({ reason: 'not_next', allowed: next })
      }
    }
  })
})

/** What may follow depends on the newest event alone. */
const endingWith = (type: OperationType, newest: EventType) => history(type, 'start_trip', newest)

describe('stops', () => {
  it('follow each other with a resume between, as often as it takes', () => {
    const road: EventType[] = ['start_trip', 'en_route']
    for (const stop of ['stop_fuel', 'stop_bathroom', 'stop_fuel', 'stop_rest'] as const) {
      given(history('load', ...road))
        .when(stop, { now: minute(60) })
        .thenEvent({ type: stop, occurredAt: minute(60) })
      road.push(stop)
      given(history('load', ...road))
        .when('resume_route', { now: minute(70) })
        .thenEvent({ type: 'resume_route', occurredAt: minute(70) })
      road.push('resume_route')
    }
    given(history('load', ...road))
      .when('arrived_at_park', { now: minute(80) })
      .thenEvent({ type: 'arrived_at_park', occurredAt: minute(80) })
  })

  it('are not reported twice, nor one within another', () => {
    const stopped = history('load', 'start_trip', 'en_route', 'stop_fuel')
    for (const stop of ['stop_fuel', 'stop_rest'] as const) {
      given(stopped)
        .when(stop, { now: minute(60) })
        .thenRefused({ reason: 'not_next', allowed: ['resume_route'] })
    }
  })

  it('hold the trip: no arrival before the route is resumed', () => {
    given(history('load', 'start_trip', 'en_route', 'stop_rest'))
      .when('arrived_at_park', { now: minute(60) })
      .thenRefused({ reason: 'not_next', allowed: ['resume_route'] })
  })

  it('have nothing to resume when there is none', () => {
    given(history('load', 'start_trip', 'en_route'))
      .when('resume_route', { now: minute(60) })
      .thenRefused({
        reason: 'not_next',
        allowed: ['arrived_at_park', 'stop_bathroom', 'stop_fuel', 'stop_rest'],
      })
  })
})

describe('when it happened', () => {
  // The newest event happened a minute after the start.
  const onTheRoad = history('load', 'start_trip', 'en_route')

  it('may be earlier than now, if not before the newest event', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(600), occurredAt: minute(30) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(30) })
  })

  it('may be the same instant as the newest event', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(600), occurredAt: minute(1) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1) })
  })

  it('is that of the newest event when the phone says a time before it, and marked', () => {
    for (const occurredAt of [minute(1) - 1, minute(-600)]) {
      given(onTheRoad)
        .when('stop_fuel', { now: minute(600), occurredAt })
        .thenEvent({ type: 'stop_fuel', occurredAt: minute(1), reportedAt: occurredAt })
    }
  })

  it('may lie exactly two minutes ahead of the server', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(10), occurredAt: minute(12) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(12) })
  })

  it('is two minutes ahead when the phone says more, and marked', () => {
    for (const occurredAt of [minute(12) + 1, minute(600)]) {
      given(onTheRoad)
        .when('stop_fuel', { now: minute(10), occurredAt })
        .thenEvent({ type: 'stop_fuel', occurredAt: minute(12), reportedAt: occurredAt })
    }
  })

  it('is that of a newest event that lies in the server’s future, however far: its clock was set back', () => {
    const now = minute(-120)
    given(onTheRoad)
      .when('stop_fuel', { now, occurredAt: minute(-119) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1), reportedAt: minute(-119) })
    // Nor does the tolerance begin there: step after step, a phone could walk into the future.
    given(onTheRoad)
      .when('stop_fuel', { now, occurredAt: minute(2) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1), reportedAt: minute(2) })
    given(onTheRoad)
      .when('stop_fuel', { now })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1) })
  })

  it('is never stamped before the newest event, though the server clock stands behind it', () => {
    given(onTheRoad)
      .when('stop_fuel', { now: minute(0) })
      .thenEvent({ type: 'stop_fuel', occurredAt: minute(1) })
  })

  it('allows no step that is not next', () => {
    given(onTheRoad)
      .when('end_trip', { now: minute(10), occurredAt: minute(60) })
      .thenRefused({
        reason: 'not_next',
        allowed: ['arrived_at_park', 'stop_bathroom', 'stop_fuel', 'stop_rest'],
      })
  })
})

describe('how long an interval lasted', () => {
  it.each([
    [0, 0],
    [999, 0],
    [1000, 1],
    [1999, 1],
    [60_000, 60],
    [90_061_000, 90_061],
  ])('%i ms are %i whole seconds', (milliseconds, seconds) => {
    expect(intervalSeconds(START, START + milliseconds)).toBe(seconds)
  })

  it('is nothing when the clock went back', () => {
    expect(intervalSeconds(START, START - 5000)).toBe(0)
  })
})
