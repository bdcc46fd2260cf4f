import { expect, it } from 'vitest'
import { EVENT_TYPES, type EventType, OPERATION_TYPES } from './steps.ts'
import { secondsByKind } from './time-by-kind.ts'

it('is zero without intervals', () => {
  expect(secondsByKind([])).toEqual({ productive: 0, unproductive: 0, neutral: 0 })
})

it('adds up one trip: the box being loaded is productive, a stop is not, the start is neither', () => {
  const load = (eventType: EventType, seconds: number) => ({
    operationType: 'load' as const,
    eventType,
    seconds,
  })
  expect(
    secondsByKind([
      load('start_trip', 60),
      load('en_route', 1200),
      load('stop_fuel', 300),
      load('resume_route', 600),
      load('arrived_at_park', 2460),
      load('access_granted', 840),
      load('vehicle_parked', 5100),
      load('load_complete', 1020),
      load('exit_park', 900),
      // The length of the whole trip, which must not count again.
      load('end_trip', 12_480),
    ]),
  ).toEqual({ productive: 1200 + 600 + 5100 + 900, unproductive: 300 + 2460 + 840 + 1020, neutral: 60 })
})

/** The kinds of the workflow table in the specification. */
const PRODUCTIVE = new Set<EventType>(['en_route', 'resume_route', 'vehicle_parked', 'exit_park'])
const NEUTRAL = new Set<EventType>(['start_trip'])
const NOTHING = new Set<EventType>(['end_trip'])

it.each(OPERATION_TYPES.flatMap((type) => EVENT_TYPES.map((event) => [type, event] as const)))(
  '%s: %s counts once, as its kind, or not at all',
  (operationType, eventType) => {
    const kind = PRODUCTIVE.has(eventType)
      ? 'productive'
      : NEUTRAL.has(eventType)
        ? 'neutral'
        : 'unproductive'
    const expected = { productive: 0, unproductive: 0, neutral: 0 }
    if (!NOTHING.has(eventType)) expected[kind] = 7
    expect(secondsByKind([{ operationType, eventType, seconds: 7 }])).toEqual(expected)
  },
)
