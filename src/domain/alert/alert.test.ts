import { describe, expect, it } from 'vitest'
import type { EventType } from '../operation/steps.ts'
import { createUsual, NOTHING_USUAL, type UsualRow } from '../usual/usual.ts'
import { assess, countFirings, type Rule } from './judge.ts'
import { type AlertKind, type Parameters as Given, parametersOf } from './kinds.ts'
import { type FreeTime, LATE_MS, SETTLING_MS, type Watched, type WatchedEvent, watch } from './watched.ts'

const ZONE = 'America/Mexico_City'
const clock = (time: string): number => Date.parse(`2026-03-10T${time}:00-06:00`)
const MINUTE_MS = 60_000

const event = (type: EventType, time: string, more: Partial<WatchedEvent> = {}): WatchedEvent => ({
  type,
  operationType: 'load',
  at: clock(time),
  recordedAt: clock(time),
  clockOffsetMs: null,
  outsideMetres: null,
  ...more,
})
const given = (...events: WatchedEvent[]): Watched => {
  const operation = events.reduce<Watched | null>(watch, null)
  if (!operation) throw new Error('no event')
  return operation
}
const rule = (kind: AlertKind, parameters: Given = {}): Rule => ({
  kind,
  parameters: parametersOf(kind, parameters),
})
type Assessed = Parameters<typeof assess>
const judge = (...given: Assessed) => assess(...given).verdict
const dueAt = (...given: Assessed) => assess(...given).dueAt
const AGREED: FreeTime = { basis: 'visit', freeMinutes: 120, pauses: [], zone: ZONE }
const ANYWHERE = { placeId: null, freeTime: null }

describe('free time', () => {
  const free = rule('free_time', { minutes: 120, fromPercent: 50 })
  const arrived = given(
    event('start_trip', '06:00'),
    event('en_route', '06:10'),
    event('arrived_at_park', '08:00'),
  )

  it.each([
    ['08:00', null, '09:00'],
    ['08:59', null, '09:00'],
    ['09:00', 1, '09:36'],
    ['09:36', 2, '10:00'],
    ['10:00', 3, null],
    ['13:00', 3, null],
  ])('of 120 minutes from 08:00: at %s level %s, next at %s', (time, level, next) => {
    expect(judge(free, arrived, NOTHING_USUAL, clock(time))?.level ?? null).toBe(level)
    expect(dueAt(free, arrived, NOTHING_USUAL, clock(time))).toBe(next && clock(next))
  })

  it('runs through the steps in the park and ends at the exit', () => {
    const parked = watch(watch(arrived, event('access_granted', '08:41')), event('vehicle_parked', '08:55'))
    expect(dueAt(free, parked, NOTHING_USUAL, clock('08:55'))).toBe(clock('09:00'))
    const out = [event('load_complete', '10:20'), event('exit_park', '10:37')].reduce<Watched>(watch, parked)
    expect(judge(free, out, NOTHING_USUAL, clock('12:00'))).toBeNull()
  })

  it('is that of the place before that of the rule, and warns from the share that the rule names', () => {
    const place = { ...arrived, freeTime: { ...AGREED, freeMinutes: 60 } }
    expect(judge(free, place, NOTHING_USUAL, clock('09:00'))?.level).toBe(3)
    expect(dueAt(rule('free_time', { fromPercent: 100 }), arrived, NOTHING_USUAL, clock('08:00'))).toBe(
      clock('10:00'),
    )
  })
})

describe('free time by contract', () => {
  const free = rule('free_time', { minutes: 120, fromPercent: 50 })
  const visited = watch(given(event('arrived_at_park', '08:00')), event('access_granted', '08:41'))

  it('of the terminal begins with the access', () => {
    const terminal = { ...visited, freeTime: { ...AGREED, basis: 'terminal' as const } }
    expect(dueAt(free, terminal, NOTHING_USUAL, clock('08:41'))).toBe(clock('09:41'))
    const waiting = { ...terminal, accessAt: null }
    expect(dueAt(free, waiting, NOTHING_USUAL, clock('08:00'))).toBeNull()
  })

  it('stands still in an agreed pause', () => {
    const paused = { ...visited, freeTime: { ...AGREED, pauses: [{ from: '08:30', to: '09:00' }] } }
    expect(dueAt(free, paused, NOTHING_USUAL, clock('08:00'))).toBe(clock('09:30'))
  })

  it('of no minutes warns of nothing', () => {
    const none = { ...visited, freeTime: { ...AGREED, freeMinutes: 0 } }
    expect(judge(free, none, NOTHING_USUAL, clock('12:00'))).toBeNull()
  })
})

describe('a step that lasts', () => {
  const waiting = given(event('arrived_at_park', '08:00'))
  const row = (more: Partial<UsualRow>): UsualRow => ({
    operationType: 'load',
    eventType: 'arrived_at_park',
    placeId: null,
    partOfDay: null,
    samples: 20,
    normalSeconds: 600,
    p75Seconds: 1800,
    ...more,
  })

  it.each<[string, Partial<UsualRow>[], Partial<Watched>, string]>([
    ['what is usual of the step', [{}], {}, '09:00'],
    ['nothing of under 20 samples: the fixed time', [{ samples: 19 }], {}, '09:30'],
    ['that of the part of the day first', [{}, { partOfDay: 3, p75Seconds: 600 }], {}, '08:20'],
    ['ten minutes more than it at least', [{ p75Seconds: 60 }], {}, '08:11'],
    ['that of another part not', [{}, { partOfDay: 4, p75Seconds: 600 }], {}, '09:00'],
    ['that of the place first', [{ partOfDay: 3 }, { placeId: 7, p75Seconds: 900 }], { placeId: 7 }, '08:30'],
    [
      'that of the place and the part before all',
      [{ placeId: 7 }, { placeId: 7, partOfDay: 3, p75Seconds: 600 }],
      { placeId: 7 },
      '08:20',
    ],
  ])('is held against %s', (_, rows, operation, due) => {
    const known = createUsual(rows.map(row))
    const twice = rule('step_long', { factor: 2, minutes: 90 })
    expect(dueAt(twice, { ...waiting, ...operation }, known, clock('08:00'))).toBe(clock(due))
  })

  it('is no stop, which has its own rule', () => {
    const stopped = given(event('stop_fuel', '08:00'))
    expect(dueAt(rule('step_long'), stopped, NOTHING_USUAL, clock('08:00'))).toBeNull()
    expect(dueAt(rule('stop_long'), stopped, NOTHING_USUAL, clock('08:00'))).toBe(clock('08:45'))
    expect(dueAt(rule('stop_long'), waiting, NOTHING_USUAL, clock('08:00'))).toBeNull()
  })
})

describe('what an event shows', () => {
  it('is a place that the truck is far from, until a step at the place', () => {
    const far = given(event('arrived_at_park', '08:00', { outsideMetres: 5000 }))
    expect(judge(rule('outside_place', { metres: 1000 }), far, NOTHING_USUAL, clock('08:00'))).toEqual({
      since: clock('08:00'),
      limit: 1000,
      found: 5000,
      level: 2,
      raisedAt: clock('08:00'),
      levelAt: clock('08:00'),
    })
    const unknown = watch(far, event('access_granted', '08:10'))
    expect(judge(rule('outside_place'), unknown, NOTHING_USUAL, clock('08:10'))).not.toBeNull()
    const near = watch(unknown, event('vehicle_parked', '08:20', { outsideMetres: 0 }))
    expect(judge(rule('outside_place'), near, NOTHING_USUAL, clock('08:20'))).toBeNull()
  })

  it('is a clock that is wrong by more than the rule allows, before or behind', () => {
    const wrong = (offsetMinutes: number) =>
      given(event('en_route', '08:00', { clockOffsetMs: offsetMinutes * MINUTE_MS }))
    const level = (offset: number) =>
      judge(rule('wrong_clock', { minutes: 10 }), wrong(offset), NOTHING_USUAL, clock('09:00'))?.level
    expect([9, 10, -10, 60, -59].map(level)).toEqual([undefined, 1, 1, 2, 1])
  })

  it('is refused steps, until one is taken', () => {
    const refused = { ...given(event('en_route', '08:00')), refused: { at: clock('08:05'), times: 3 } }
    expect(judge(rule('refused', { times: 3 }), refused, NOTHING_USUAL, clock('08:05'))?.found).toBe(3)
    const moved = watch(refused, event('arrived_at_park', '08:06'))
    expect(judge(rule('refused', { times: 3 }), moved, NOTHING_USUAL, clock('08:06'))).toBeNull()
  })
})

describe('how often a rule would have fired', () => {
  const trip = [
    event('start_trip', '06:00'),
    event('en_route', '06:05'),
    event('stop_rest', '07:00'),
    event('resume_route', '08:00'),
    event('stop_fuel', '08:30'),
    event('resume_route', '09:30'),
    event('arrived_at_park', '10:00'),
    event('exit_park', '13:00'),
    event('end_trip', '14:00'),
  ]
  const count = (asked: Rule, events = trip) =>
    countFirings(asked, events, NOTHING_USUAL, { until: clock('23:00'), place: ANYWHERE })

  it.each<[Rule, number]>([
    [rule('stop_long', { minutes: 45 }), 2],
    [rule('stop_long', { minutes: 61 }), 0],
    [rule('free_time', { minutes: 120, fromPercent: 50 }), 1],
    [rule('free_time', { minutes: 181, fromPercent: 100 }), 0],
    [rule('silent', { minutes: 120 }), 1],
  ])('%o: %i', (asked, expected) => expect(count(asked)).toBe(expected))

  it('counts what is under way up to now', () => {
    expect(count(rule('silent', { minutes: 590 }), trip.slice(0, -1))).toBe(1)
    expect(count(rule('silent', { minutes: 590 }))).toBe(0)
  })
})

describe('what a phone delivers late', () => {
  const late = (type: EventType, time: string, received: string) =>
    event(type, time, { recordedAt: clock(received) })
  const until = (...events: WatchedEvent[]) => given(...events).settling?.until ?? null

  it('settles after the longest pause between two tries of a phone; a step that is not late ends that', () => {
    const stop = late('stop_rest', '06:00', '12:00')
    expect(until(stop)).toBe(clock('12:00') + SETTLING_MS)
    expect(until(stop, late('resume_route', '08:00', '12:01'))).toBe(clock('12:01') + SETTLING_MS)
    expect(until(stop, event('resume_route', '12:01'))).toBeNull()
    expect(until(event('stop_rest', '12:00', { recordedAt: clock('12:00') + LATE_MS }))).toBeNull()
  })

  it('settles ten minutes after the first of them at the latest', () => {
    const each = ['12:00', '12:01', '12:02', '12:03', '12:04', '12:05', '12:06', '12:07', '12:08', '12:09']
    expect(until(...each.map((received) => late('stop_rest', '06:00', received)))).toBe(clock('12:10'))
  })

  it('counts in the preview as live: nothing of what was over, once what still lasts', () => {
    const stopLong = rule('stop_long', { minutes: 45 })
    const count = (...events: WatchedEvent[]) =>
      countFirings(stopLong, events, NOTHING_USUAL, { until: clock('13:00'), place: ANYWHERE })
    const start = event('en_route', '06:00')
    const first = late('stop_rest', '07:00', '12:00')
    const on = late('resume_route', '08:00', '12:01')
    expect(count(start, first, on, late('stop_fuel', '09:00', '12:02'), event('resume_route', '12:03'))).toBe(
      0,
    )
    expect(count(start, first, on, late('stop_fuel', '09:00', '12:02'))).toBe(1)
    // Put in by a correction: the server heard of the next event before it.
    expect(count(start, late('stop_rest', '07:00', '12:30'), event('resume_route', '08:00'))).toBe(0)
    // Each of two steps that last is an alert, also when the second was too long as soon as it was known.
    const silent = rule('silent', { minutes: 30 })
    const trip = [event('en_route', '06:00'), late('stop_rest', '07:00', '08:00')]
    expect(countFirings(silent, trip, NOTHING_USUAL, { until: clock('13:00'), place: ANYWHERE })).toBe(2)
  })
})
