import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Correctable, type CorrectionCommand, correct } from './correct.ts'
import { decide } from './decide.ts'
import { isActive } from './state.ts'
import { type EventType, stepsOf } from './steps.ts'

const MINUTE = 60_000
const NOW = 100 * MINUTE

/** Events a minute apart from minute 1 on. */
const after = (...types: EventType[]): Correctable => ({
  events: types.map((type, i) => ({
    position: i + 1,
    type,
    operationType: 'load',
    occurredAt: (i + 1) * MINUTE,
  })),
  containerNumber: 'CSQU3054383',
  version: types.length,
  isCancelled: false,
})

const refused = (operation: Correctable, command: CorrectionCommand) => {
  const decision = correct(operation, command, NOW)
  return decision.ok ? 'corrected' : decision.refusal.reason
}

it('given a trip, when the newest event is taken back, then it stands where it stood before', () => {
  const decision = correct(
    after('start_trip', 'en_route', 'stop_fuel'),
    { kind: 'retraction', position: 3 },
    NOW,
  )
  expect(decision).toMatchObject({
    ok: true,
    before: 'stop_fuel',
    after: null,
    state: { newestEventType: 'en_route', newestEventAt: 2 * MINUTE, version: 4 },
  })
})

it('given an ended trip, when its end is taken back, then it is active again', () => {
  const whole = after(...stepsOf('load'))
  const decision = correct(whole, { kind: 'retraction', position: whole.version }, NOW)
  expect(decision.ok && isActive(decision.state)).toBe(true)
})

it('given a cancelled trip, then it allows no event, although its newest one would', () => {
  const decision = correct(after('start_trip', 'en_route'), { kind: 'cancellation' }, NOW)
  if (!decision.ok) throw new Error(decision.refusal.reason)
  expect(isActive(decision.state)).toBe(false)
  expect(decide(decision.state, { eventType: 'arrived_at_park', now: NOW })).toEqual({
    ok: false,
    refusal: { reason: 'not_next', allowed: [] },
  })
})

it.each<[string, CorrectionCommand, string]>([
  ['an event in the middle', { kind: 'retraction', position: 2 }, 'not_the_newest'],
  ['an event that is not there', { kind: 'retraction', position: 9 }, 'unknown_event'],
  ['another kind for a step', { kind: 'stop_kind', position: 2, type: 'stop_rest' }, 'not_a_stop'],
  ['a step for a stop', { kind: 'stop_kind', position: 3, type: 'en_route' }, 'not_a_stop'],
  ['the kind that it is', { kind: 'stop_kind', position: 3, type: 'stop_fuel' }, 'no_change'],
  ['the time that it is', { kind: 'time', position: 2, occurredAt: 2 * MINUTE }, 'no_change'],
  ['a time before the event before', { kind: 'time', position: 2, occurredAt: MINUTE - 1 }, 'out_of_bounds'],
  [
    'a time after the event after',
    { kind: 'time', position: 2, occurredAt: 3 * MINUTE + 1 },
    'out_of_bounds',
  ],
  ['a time in the future', { kind: 'time', position: 3, occurredAt: NOW + 1 }, 'out_of_bounds'],
  ['the number that it is', { kind: 'container_number', containerNumber: 'CSQU3054383' }, 'no_change'],
])('refuses %s', (_, command, reason) => {
  expect(refused(after('start_trip', 'en_route', 'stop_fuel'), command)).toBe(reason)
})

it('refuses to take back the start, and anything about a cancelled operation', () => {
  expect(refused(after('start_trip'), { kind: 'retraction', position: 1 })).toBe('is_the_start')
  expect(refused({ ...after('start_trip'), isCancelled: true }, { kind: 'cancellation' })).toBe(
    'already_cancelled',
  )
})

it('after any corrections in any order, times never go backwards and versions never repeat', () => {
  const command = fc.oneof(
    fc.record({
      kind: fc.constant('time' as const),
      position: fc.integer({ min: 1, max: 8 }),
      occurredAt: fc.integer({ min: -MINUTE, max: NOW + MINUTE }),
    }),
    fc.record({ kind: fc.constant('retraction' as const), position: fc.integer({ min: 1, max: 8 }) }),
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      let operation = after(...stepsOf('load').slice(0, 6))
      for (const each of commands) {
        const decision = correct(operation, each, NOW)
        if (!decision.ok) continue
        const times = decision.events.map(({ occurredAt }) => occurredAt)
        expect(times).toEqual([...times].sort((a, b) => a - b))
        expect(times.at(-1)).toBeLessThanOrEqual(NOW)
        expect(decision.state.version).toBe(operation.version + 1)
        expect(decision.state.newestEventAt).toBe(times.at(-1))
        operation = { ...operation, events: decision.events, version: decision.state.version }
      }
    }),
  )
})
