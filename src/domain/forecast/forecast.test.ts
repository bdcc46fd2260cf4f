import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finished } from '../../../test/support/finished.ts'
import { OPERATION_TYPES, type StepType, stepsOf } from '../operation/steps.ts'
import { groupsOf, sampleOf, type Trip } from '../usual/sample.ts'
import { calibrate } from './calibration.ts'
import { forecast, milestoneAfter, quantile, type Underway } from './forecast.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 10, 1, 14)

/** A trip that set out at `startAt` and drove for `minutes`; the park takes 10 minutes a step, the way back 60. */
function trip(minutes: number, { startAt = START, placeId = 1, origin = 'Manzanillo' } = {}): Trip {
  const after: Partial<Record<StepType, number>> = { en_route: 5, arrived_at_park: minutes, end_trip: 60 }
  let at = startAt
  const events = stepsOf('load').map((type) => {
    if (type !== 'start_trip') at += (after[type] ?? 10) * MINUTE
    return { type, at }
  })
  return { operationType: 'load', placeId, origin, events }
}

const driving = (changed: Partial<Underway> = {}): Underway => ({
  operationType: 'load',
  newestStepType: 'en_route',
  newestStepAt: START,
  hasStopped: false,
  placeId: 1,
  origin: 'Manzanillo',
  ...changed,
})

/** 20 trips of 61, 62, ... 80 minutes. */
const twenty = Array.from({ length: 20 }, (_, i) => trip(61 + i))
const arrival = (operation: Underway, trips: readonly Trip[], now: number) =>
  finished(forecast(operation, sampleOf(trips), now)).find(({ step }) => step === 'arrived_at_park')

describe('the forecast of a step', () => {
  it('given 20 trips of 61 to 80 minutes, says half by 71, nine of ten by 79', () => {
    expect(arrival(driving(), twenty, START)).toEqual({
      step: 'arrived_at_park',
      kind: 'range',
      fromAt: START + 71 * MINUTE,
      toAt: START + 79 * MINUTE,
    })
  })

  it('given 19 trips, says that there are too few', () => {
    expect(arrival(driving(), twenty.slice(1), START)).toEqual({ step: 'arrived_at_park', kind: 'unknown' })
  })

  it('after 70 minutes on the road, counts only the trips that took as long', () => {
    const now = START + 70 * MINUTE
    // Eleven of them, 70 to 80: ranks 6 and 11.
    expect(arrival(driving(), twenty, now)).toMatchObject({
      fromAt: START + 75 * MINUTE,
      toAt: START + 80 * MINUTE,
    })
  })

  it('after 77 minutes, when four took as long, is late instead of a guess', () => {
    expect(arrival(driving(), twenty, START + 77 * MINUTE)).toEqual({ step: 'arrived_at_park', kind: 'late' })
  })

  it('covers the steps still to come, each from the newest step and not by adding up', () => {
    const steps = finished(forecast(driving(), sampleOf(twenty), START))
    expect(steps.map(({ step }) => step)).toEqual(stepsOf('load').slice(2))
    const end = steps.at(-1)
    expect(end).toMatchObject({
      step: 'end_trip',
      fromAt: START + (71 + 100) * MINUTE,
      toAt: START + (79 + 100) * MINUTE,
    })
    expect(finished(forecast(driving({ newestStepType: 'end_trip' }), sampleOf(twenty), START))).toEqual([])
  })

  it('is no guess and not called late while the step itself is within the usual', () => {
    const far = Array.from({ length: 20 }, () => trip(300, { origin: 'Colima' }))
    const now = START + 200 * MINUTE
    // Half of the drives to this place take longer, but none on this road.
    expect(arrival(driving(), [...twenty, ...far], now)).toMatchObject({ kind: 'unknown' })
    expect(arrival(driving({ hasStopped: true }), [...twenty, ...far], now)).toMatchObject({ kind: 'late' })
  })

  it('prefers the same place, road and part of the day, then what is less alike', () => {
    const night = Array.from({ length: 20 }, () => trip(30, { startAt: START + 8 * HOUR }))
    const elsewhere = Array.from({ length: 40 }, () => trip(300, { placeId: 2, origin: 'Colima' }))
    const all = [...twenty, ...night, ...elsewhere]
    const minutesOf = (changed: Partial<Underway>) => {
      const operation = driving(changed)
      const found = arrival(operation, all, operation.newestStepAt)
      if (found?.kind !== 'range') throw new Error(`no range: ${found?.kind}`)
      return [found.fromAt, found.toAt].map((at) => (at - operation.newestStepAt) / MINUTE)
    }
    expect(minutesOf({})[1]).toBe(79)
    expect(minutesOf({ newestStepAt: START + 8 * HOUR })[1]).toBe(30)
    // No trip at this time of the day: those of the road and place at any.
    expect(minutesOf({ newestStepAt: START - 12 * HOUR })[0]).toBe(61)
    // The place is not known: those of the road.
    expect(minutesOf({ placeId: null })[1]).toBe(79)
    // A road never driven to a place never seen: all trips.
    const unseen = { placeId: 9, origin: 'León', newestStepAt: START - 12 * HOUR }
    expect(minutesOf(unseen)[1]).toBe(300)
  })

  it('learns nothing from the other type of operation', () => {
    expect(arrival(driving({ operationType: 'unload' }), twenty, START)).toMatchObject({ kind: 'unknown' })
  })

  it('lies in the future and in order, for any record', () => {
    const minutes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 20, maxLength: 60 })
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 600 }), (lengths, waited) => {
        const now = START + waited * MINUTE
        const found = arrival(
          driving(),
          lengths.map((length) => trip(length)),
          now,
        )
        if (found?.kind !== 'range') return
        expect(found.fromAt).toBeGreaterThanOrEqual(now)
        expect(found.toAt).toBeGreaterThanOrEqual(found.fromAt)
      }),
    )
  })
})

describe('a milestone', () => {
  it('is the next arrival or departure', () => {
    for (const type of OPERATION_TYPES) {
      expect(stepsOf(type).map((step) => milestoneAfter(type, step))).toEqual([
        ...Array(2).fill('arrived_at_park'),
        ...Array(4).fill('exit_park'),
        'end_trip',
        null,
      ])
    }
  })
})

describe('the groups of a question', () => {
  it('go from the most alike to all, without what is not known', () => {
    const question = { operationType: 'load', eventType: 'en_route', to: 'end_trip', at: 9 * HOUR } as const
    expect(groupsOf({ ...question, placeId: 1, origin: 'Colima' })).toHaveLength(8)
    expect(groupsOf({ ...question, placeId: null, origin: null })).toEqual([
      'load|en_route|end_trip|part=2',
      'load|en_route|end_trip',
    ])
  })
})

describe('calibration', () => {
  const days = (count: number, minutesOf: (day: number) => number) =>
    Array.from({ length: count }, (_, day) => trip(minutesOf(day), { startAt: START + day * 24 * HOUR }))
  const ofArrival = (trips: readonly Trip[], since = 0) =>
    finished(calibrate(trips, since)).find(({ step }) => step === 'arrived_at_park')

  it('announces from what had ended before, never from what came after', () => {
    // Two moments each (start and en route): the first 20 trips are the history of the others.
    expect(ofArrival(days(30, (day) => (day < 20 ? 60 : 90)))).toEqual({
      step: 'arrived_at_park',
      announced: 20,
      byEarly: 0,
      // From the 23rd trip on the late share of the record is 90 minutes.
      byLate: 2 * 8,
      unknown: 40,
    })
  })

  it('counts the moments of the period alone, with all the history before it', () => {
    expect(
      ofArrival(
        days(30, () => 60),
        START + 25 * 24 * HOUR,
      ),
    ).toMatchObject({ announced: 10, unknown: 0 })
  })

  it('keeps the promise: of trips in no order, nine of ten come by the end of the range', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 60, max: 240 })), (lengths) => {
        const found = ofArrival(days(400, () => lengths.next().value))
        const share = (found?.byLate ?? 0) / (found?.announced ?? 1)
        expect(share).toBeGreaterThan(0.82)
        expect(share).toBeLessThan(0.97)
      }),
      { numRuns: 6 },
    )
  })
})

describe('the quantile', () => {
  it('takes rank share x (n + 1), at most the last', () => {
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect([0.5, 0.9, 0.99].map((share) => quantile(ten, share))).toEqual([6, 10, 10])
    expect(quantile([7], 0.5)).toBe(7)
  })
})
