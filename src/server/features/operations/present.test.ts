import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operationResponse } from '#contract/http/operations'
import { EVENT_TYPES, OPERATION_TYPES, STEP_TYPES } from '#domain/operation/steps'
import { presentedRow, presentOperation } from './present.ts'
import type { OperationRow } from './record/queries.ts'

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

it('the row behind a presented operation is the row that was presented, also after a message of the bus', () => {
  fc.assert(
    fc.property(row, (stored) => {
      const sent = JSON.parse(JSON.stringify(presentOperation(stored, 0)))
      const operation = operationResponse.parse(sent)
      // JSON has no negative zero, and neither has a column.
      expect(presentedRow({ operationId: stored.id, operation }, stored)).toEqual(
        JSON.parse(JSON.stringify(stored), dates),
      )
    }),
  )
})

/** Restores what JSON makes of dates. */
const dates = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value) : value
