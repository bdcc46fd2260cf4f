import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING_USUAL } from '../usual/usual.ts'
import { assess, type Rule } from './judge.ts'
import { ALERT_KINDS, type AlertKind, parametersOf, wrongParameter } from './kinds.ts'
import type { Watched } from './watched.ts'

const rule = (kind: AlertKind): Rule => ({ kind, parameters: parametersOf(kind) })
type Assessed = Parameters<typeof assess>
const judge = (...given: Assessed) => assess(...given).verdict
const dueAt = (...given: Assessed) => assess(...given).dueAt

describe('every rule', () => {
  const operation = fc.record<Watched>({
    operationType: fc.constantFrom('load', 'unload'),
    newestEventType: fc.constantFrom(
      'en_route',
      'stop_fuel',
      'arrived_at_park',
      'vehicle_parked',
      'exit_park',
    ),
    newestEventAt: fc.integer({ min: 0, max: 10_000_000 }),
    placeId: fc.constant(null),
    freeTime: fc.option(
      fc.record({
        basis: fc.constantFrom('visit', 'terminal'),
        freeMinutes: fc.integer({ min: 0, max: 300 }),
        pauses: fc.constantFrom([], [{ from: '00:10', to: '01:00' }]),
        zone: fc.constant('UTC'),
      }),
    ),
    arrivedAt: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    accessAt: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    outside: fc.option(fc.record({ at: fc.integer({ min: 0, max: 10_000_000 }), metres: fc.nat(20_000) })),
    clock: fc.option(
      fc.record({
        at: fc.integer({ min: 0, max: 10_000_000 }),
        offsetSeconds: fc.integer({ min: -9000, max: 9000 }),
      }),
    ),
    refused: fc.option(fc.record({ at: fc.integer({ min: 0, max: 10_000_000 }), times: fc.nat(20) })),
    settling: fc.constant(null),
  })

  it.each(ALERT_KINDS)(
    '%s: changes at the moments that it announces, and only there; never goes down',
    (kind) => {
      fc.assert(
        fc.property(operation, (watched) => {
          let now = -1
          let level = 0
          for (;;) {
            const next = dueAt(rule(kind), watched, NOTHING_USUAL, now)
            if (next === null) break
            expect(judge(rule(kind), watched, NOTHING_USUAL, next - 1)?.level ?? 0).toBe(level)
            const verdict = judge(rule(kind), watched, NOTHING_USUAL, next)
            expect(verdict?.level).toBeGreaterThan(level)
            expect(verdict?.levelAt).toBe(next)
            level = verdict?.level ?? 0
            now = next
          }
          expect(judge(rule(kind), watched, NOTHING_USUAL, 1e12)?.level ?? 0).toBe(level)
        }),
        { numRuns: 200 },
      )
    },
  )

  it.each(ALERT_KINDS)('%s: has standard parameters within its bounds', (kind) => {
    expect(wrongParameter(kind, parametersOf(kind))).toBeNull()
    expect(wrongParameter(kind, { minutes: Number.NaN, metres: -1, times: 0 })).not.toBeNull()
  })
})
