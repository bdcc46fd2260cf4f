import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventType } from '#domain/operation/steps'
import type { Operation } from '../../api/operation.ts'
import { normalsOf, stuckLongest } from './stuck.ts'

const NOW = Date.parse('2026-11-21T18:00:00.000Z')

const operation = (operationKey: string, newestEventType: EventType, minutes: number): Operation => ({
  operationKey,
  containerNumber: 'MSKU1234565',
  operationType: 'load',
  isActive: true,
  ended: false,
  newestEventType,
  newestStepType: 'en_route',
  newestStepAt: '',
  newestStepRecordedAt: null,
  startedAt: '',
  newestEventAt: new Date(NOW - minutes * 60_000).toISOString(),
  totalDuration: 0,
  userId: 1,
  username: '',
  displayName: '',
  location: null,
  googleMapsLink: null,
  coordinates: null,
  version: 1,
})

const normals = normalsOf([
  { operationType: 'load', eventType: 'arrived_at_park', samples: 20, p75Seconds: 22 * 60 },
  { operationType: 'load', eventType: 'en_route', samples: 300, p75Seconds: 240 * 60 },
  { operationType: 'load', eventType: 'stop_rest', samples: 19, p75Seconds: 60 },
  { operationType: 'unload', eventType: 'vehicle_parked', samples: 500, p75Seconds: 60 },
])

describe('who is stuck longest', () => {
  it('is who is furthest over the normal time of the step, not who has been in it longest', () => {
    const ranked = stuckLongest(
      [operation('road', 'en_route', 230), operation('gate', 'arrived_at_park', 48)],
      normals,
      NOW,
    )
    expect(ranked.map(({ operation: { operationKey }, late }) => [operationKey, late])).toEqual([
      ['gate', true],
      ['road', false],
    ])
    expect(ranked[0]).toMatchObject({ elapsedSeconds: 48 * 60, normalSeconds: 22 * 60 })
  })

  it('takes fewer than 20 samples, and those of the other operation type, for no history', () => {
    const ranked = stuckLongest(
      [operation('rest', 'stop_rest', 90), operation('dock', 'vehicle_parked', 500)],
      normals,
      NOW,
    )
    expect(ranked.map(({ normalSeconds, late }) => [normalSeconds, late])).toEqual([
      [null, false],
      [null, false],
    ])
    expect(ranked[0]?.operation.operationKey).toBe('dock')
  })

  it('puts the unknown between the late and those in time', () => {
    const ranked = stuckLongest(
      [
        operation('in time', 'en_route', 10),
        operation('unknown', 'exit_park', 1),
        operation('late', 'arrived_at_park', 23),
      ],
      normals,
      NOW,
    )
    expect(ranked.map(({ operation: { operationKey } }) => operationKey)).toEqual([
      'late',
      'unknown',
      'in time',
    ])
  })

  it('is not late at the very percentile, and never has waited less than nothing', () => {
    expect(stuckLongest([operation('a', 'arrived_at_park', 22)], normals, NOW)[0]?.late).toBe(false)
    expect(stuckLongest([operation('a', 'arrived_at_park', -5)], normals, NOW)[0]?.elapsedSeconds).toBe(0)
  })

  it('names everyone once, in the same order whatever the order given', () => {
    const types: EventType[] = ['arrived_at_park', 'en_route', 'stop_rest', 'exit_park']
    const yard = fc.uniqueArray(
      fc
        .record({
          id: fc.integer({ min: 0, max: 999 }),
          type: fc.constantFrom(...types),
          minutes: fc.nat(600),
        })
        .map(({ id, type, minutes }) => operation(`op${id}`, type, minutes)),
      { selector: ({ operationKey }) => operationKey, maxLength: 40 },
    )
    fc.assert(
      fc.property(yard, (operations) => {
        const ids = (list: Operation[]) =>
          stuckLongest(list, normals, NOW).map(({ operation: { operationKey } }) => operationKey)
        expect(ids([...operations].reverse())).toEqual(ids(operations))
        expect(new Set(ids(operations)).size).toBe(operations.length)
      }),
    )
  })
})
