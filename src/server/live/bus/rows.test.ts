import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EVENT_TYPES, OPERATION_TYPES, STEP_TYPES } from '#domain/operation/steps'
import type { OperationRow } from '../../record/rows.ts'
import { tagOf } from '../tenant-state.ts'
import { operationRow } from './rows.ts'

const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 })

const row: fc.Arbitrary<OperationRow> = fc
  .record({
    id,
    operationKey: fc.string(),
    containerNumber: fc.string(),
    userId: id,
    username: fc.string(),
    displayName: fc.string(),
    supervisorId: fc.option(id),
    operationType: fc.constantFrom(...OPERATION_TYPES),
    newestEventType: fc.constantFrom(...EVENT_TYPES),
    newestStepType: fc.constantFrom(...STEP_TYPES),
    newestStepAt: instant,
    newestStepRecordedAt: fc.option(instant),
    startedAt: instant,
    newestEventAt: instant,
    version: id,
    newestPosition: id,
    cancelledAt: fc.constant(null),
    firstContainerNumber: fc.option(fc.string()),
    isActive: fc.boolean(),
    position: fc.option(
      fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lng: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
    ),
    location: fc.option(fc.string()),
    accuracy: fc.option(fc.integer({ min: 0, max: 9999 })),
    fixAgeSeconds: fc.option(fc.nat()),
    placeId: fc.option(id),
    placeGiven: fc.boolean(),
    clientId: fc.option(id),
  })
  .map(({ position, ...rest }) => ({ ...rest, lat: position?.lat ?? null, lng: position?.lng ?? null }))

it('a row is the same after a message of the bus', () => {
  fc.assert(
    fc.property(row, (stored) => {
      // JSON has no negative zero, and neither has a column.
      const sent = JSON.stringify(stored)
      const received = operationRow.parse(JSON.parse(sent))
      expect(JSON.parse(JSON.stringify(received))).toEqual(JSON.parse(sent))
      expect(received.startedAt).toEqual(stored.startedAt)
      expect(tagOf(received)).toBe(tagOf(stored))
    }),
  )
})
