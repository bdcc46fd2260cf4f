import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listed } from '../../../test/support/history-reference.ts'
import { EVENT_TYPES } from '../operation/steps.ts'
import { type EventFilter, matchesFilter } from './event-filter.ts'

const KEY = 'MSKU1234565_abcdefghijklmnop'
const MIDNIGHT = Date.parse('2026-03-01T06:00:00.000Z')

const ALL: EventFilter = {
  operatorIds: [],
  containers: [],
  eventTypes: [],
  from: null,
  before: null,
  text: '',
  outside: false,
}
const event = {
  userId: 2,
  operator: 'Julián Ríos (chofer.Núñez)',
  operationKey: KEY,
  containerNumber: 'MSKU1234565',
  eventType: 'arrived_at_park',
  occurredAt: MIDNIGHT,
  location: 'Parque El Salto',
  outside: true,
} as const

const OUTSIDE = { place: 'Parque', where: 'outside', metres: 900, fix: 'good', suggested: false } as const

describe('the filter of the history', () => {
  it.each<[string, Partial<EventFilter>]>([
    ['nothing', {}],
    ['a place that it is outside of', { outside: true }],
    ['one of the operators', { operatorIds: [1, 2] }],
    ['the container number', { containers: ['MSKU1234565'] }],
    ['the operation', { containers: [KEY] }],
    ['the type', { eventTypes: ['end_trip', 'arrived_at_park'] }],
    ['from the very instant', { from: MIDNIGHT }],
    ['before the next instant', { before: MIDNIGHT + 1 }],
    ['text in the number', { text: 'msku12' }],
    ['text in the display name', { text: 'julián RÍ' }],
    ['text in the user name', { text: 'NÚÑEZ' }],
    ['text in the place', { text: 'el salto' }],
    ['text in the label', { text: 'llegada al' }],
    ['text in the type', { text: 'Arrived_at' }],
  ])('lists an event that has %s', (_what, filter) => {
    expect(matchesFilter(event, { ...ALL, ...filter })).toBe(true)
  })

  it.each<[string, Partial<EventFilter>]>([
    ['another operator', { operatorIds: [3] }],
    ['another container', { containers: ['CSQU3054383'] }],
    ['another operation of the same container', { containers: ['MSKU1234565_ponmlkjihgfedcba'] }],
    ['another type', { eventTypes: ['end_trip'] }],
    ['a later time', { from: MIDNIGHT + 1 }],
    ['the time up to the event', { before: MIDNIGHT }],
    ['another text', { text: 'aduana' }],
    ['one of two that do not both hold', { operatorIds: [2], text: 'aduana' }],
  ])('leaves an event out that is asked for by %s', (_what, filter) => {
    expect(matchesFilter(event, { ...ALL, ...filter })).toBe(false)
  })

  it('says the same as the reference, of every event and filter', () => {
    const name = fc.constantFrom('MSKU1234565', 'CSQU3054383', KEY, 'CSQU3054383_ponmlkjihgfedcba')
    const text = fc.constantFrom('', 'chofer', 'Núñez', 'salto', 'PARQUE', 'stop_', 'llegada', 'u12', 'x')
    const at = fc.integer({ min: 0, max: 4 }).map((hours) => MIDNIGHT + hours * 3_600_000)
    const events = fc.record({
      userId: fc.integer({ min: 1, max: 3 }),
      operator: text,
      operationKey: name,
      containerNumber: name,
      eventType: fc.constantFrom(...EVENT_TYPES),
      occurredAt: at,
      location: fc.option(text),
      outside: fc.boolean(),
    })
    const filters = fc.record<EventFilter>({
      operatorIds: fc.subarray([1, 2]),
      containers: fc.uniqueArray(name, { maxLength: 2 }),
      eventTypes: fc.subarray([...EVENT_TYPES]),
      from: fc.option(at),
      before: fc.option(at),
      text,
      outside: fc.boolean(),
    })
    const iso = (instant: number) => new Date(instant).toISOString()
    fc.assert(
      fc.property(events, filters, ({ operationKey, containerNumber, occurredAt, ...more }, filter) => {
        const wire = { ...more, username: '', containerId: operationKey, displayContainerId: containerNumber }
        const expected = listed(
          {
            ...wire,
            timestamp: iso(occurredAt),
            coordinates: null,
            stepGrade: more.outside ? OUTSIDE : null,
          },
          {
            operatorId: [...filter.operatorIds],
            containerId: [...filter.containers],
            eventType: [...filter.eventTypes],
            ...(filter.from === null ? {} : { from: iso(filter.from) }),
            ...(filter.before === null ? {} : { to: iso(filter.before) }),
            q: filter.text,
            ...(filter.outside ? { position: 'outside' } : {}),
          },
          more.operator,
        )
        expect(matchesFilter({ ...more, operationKey, containerNumber, occurredAt }, filter)).toBe(expected)
      }),
      { numRuns: 1000 },
    )
  })
})
