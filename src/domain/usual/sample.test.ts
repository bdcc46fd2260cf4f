import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finished } from '../../../test/support/finished.ts'
import { forecast } from '../forecast/forecast.ts'
import { OPERATION_TYPES, stepsOf } from '../operation/steps.ts'
import { sampleOf, type Trip, usualRows } from './sample.ts'
import { createUsual, isLate, usualIn, usualTime } from './usual.ts'

const HOUR = 60 * 60_000

/** Trips of two places and towns at all hours; few lengths, so that groups are full. */
const trip = fc
  .record({
    operationType: fc.constantFrom(...OPERATION_TYPES),
    placeId: fc.constantFrom(null, 1, 2),
    origin: fc.constantFrom(null, 'Colima', 'Manzanillo'),
    startHour: fc.integer({ min: 0, max: 200 }),
    minutes: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 8, maxLength: 8 }),
    reached: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ operationType, placeId, origin, startHour, minutes, reached }): Trip => {
    let at = startHour * HOUR
    const events = stepsOf(operationType)
      .slice(0, reached)
      .map((type, index) => {
        at += (minutes[index] ?? 0) * 60_000
        return { type, at }
      })
    return { operationType, placeId, origin, events }
  })

describe('two screens', () => {
  it('never contradict each other, for any record and operation', () => {
    fc.assert(
      fc.property(
        fc.array(trip, { minLength: 20, maxLength: 120 }),
        trip,
        fc.integer({ min: 0, max: 120 * 60 }),
        (trips, { operationType, placeId, origin, events }, elapsedSeconds) => {
          const newest = events.at(-1)
          if (!newest || newest.type === 'end_trip') return
          const sample = sampleOf(trips)
          const interval = { operationType, eventType: newest.type, placeId, at: newest.at }
          const lengths = finished(sample({ ...interval, to: null, origin: null }))
          // Desk, driver and alerts read the rows, the link and the forecast the sample.
          const usual = createUsual(finished(usualRows(trips)))(interval)
          expect(usual && { normalSeconds: usual.normalSeconds, p75Seconds: usual.p75Seconds }).toEqual(
            lengths && usualIn(lengths),
          )
          const late = isLate(usual, elapsedSeconds)
          expect(usualTime(lengths, elapsedSeconds)?.overdue ?? false).toBe(late)
          const underway = {
            operationType,
            newestStepType: newest.type as 'en_route',
            newestStepAt: newest.at,
            hasStopped: false,
            placeId,
            origin,
          }
          const forecasts = finished(forecast(underway, sample, newest.at + elapsedSeconds * 1000))
          const kinds = forecasts.map(({ kind }) => kind)
          if (usual && !late) expect(kinds).not.toContain('late')
        },
      ),
    )
  })
})
