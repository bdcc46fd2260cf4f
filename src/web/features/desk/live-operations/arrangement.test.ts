import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventType } from '#domain/operation/steps'
import { createUsual } from '#domain/usual/usual'
import type { Operation } from '../../../api/operation.ts'
import { ALL, arrange, countsOf } from './arrangement.ts'
import { type Standing, standingOf } from './standing.ts'

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

const ANYWHERE = { placeId: null, partOfDay: null, normalSeconds: 10 * 60 }
const usualOf = createUsual([
  { operationType: 'load', eventType: 'arrived_at_park', samples: 20, ...ANYWHERE, p75Seconds: 22 * 60 },
  { operationType: 'load', eventType: 'en_route', samples: 300, ...ANYWHERE, p75Seconds: 240 * 60 },
  { operationType: 'load', eventType: 'stop_rest', samples: 19, ...ANYWHERE, p75Seconds: 60 },
  { operationType: 'unload', eventType: 'vehicle_parked', samples: 500, ...ANYWHERE, p75Seconds: 60 },
])

const standings = (operations: readonly Operation[], outside = new Map<string, unknown>()): Standing[] =>
  operations.map((each) =>
    standingOf(each, usualOf, NOW, { forecasts: new Map(), detentions: new Map(), outside }),
  )

const byDelay = (operations: readonly Operation[]) =>
  arrange(standings(operations), { ...ALL, sorting: 'delay' })

const keysOf = (list: readonly Standing[]): string[] =>
  list.map(({ operation: { operationKey } }) => operationKey)

describe('the least free time first', () => {
  it('is what has cost for longest, then what will cost soonest; what is not at its place last', () => {
    const waits = (key: string, minutes: number, freeMinutes: number): Standing => {
      const [standing] = standings([operation(key, 'arrived_at_park', minutes)])
      if (!standing) throw new Error('no standing')
      const terms = {
        basis: 'visit',
        freeMinutes,
        blockMinutes: 15,
        rates: [],
        pauses: [],
        zone: 'UTC',
      } as const
      const arrivedAt = new Date(NOW - minutes * 60_000).toISOString()
      const detention = { operationKey: key, contract: null, arrivedAt, accessAt: null, exitAt: null }
      return { ...standing, detention: { ...detention, terms: { ...terms, rates: [], pauses: [] } } }
    }
    const list = [
      ...standings([operation('road', 'en_route', 300)]),
      waits('45 left', 15, 60),
      waits('over by 20', 140, 120),
      waits('over by 90', 90, 0),
    ]
    expect(keysOf(arrange(list, { ...ALL, sorting: 'free' }))).toEqual([
      'over by 90',
      'over by 20',
      '45 left',
      'road',
    ])
  })
})

describe('the longest delay first', () => {
  it('is who is furthest over the normal time of the step, not who has been in it longest', () => {
    const ranked = byDelay([operation('road', 'en_route', 230), operation('gate', 'arrived_at_park', 48)])
    expect(ranked.map(({ operation: { operationKey }, overdue }) => [operationKey, overdue])).toEqual([
      ['gate', true],
      ['road', false],
    ])
    expect(ranked[0]).toMatchObject({ elapsedSeconds: 48 * 60, lateSeconds: 22 * 60 })
  })

  it('takes fewer than 20 samples, and those of the other operation type, for no history', () => {
    const ranked = byDelay([operation('rest', 'stop_rest', 90), operation('dock', 'vehicle_parked', 500)])
    expect(ranked.map(({ lateSeconds, overdue }) => [lateSeconds, overdue])).toEqual([
      [null, false],
      [null, false],
    ])
  })

  it('puts the unknown between the overdue and those in time', () => {
    const ranked = byDelay([
      operation('in time', 'en_route', 10),
      operation('unknown', 'exit_park', 1),
      operation('overdue', 'arrived_at_park', 23),
    ])
    expect(ranked.map(({ operation: { operationKey } }) => operationKey)).toEqual([
      'overdue',
      'unknown',
      'in time',
    ])
  })

  it('puts a truck that stands still among the overdue ones, by how long it is over', () => {
    const list = [
      operation('in time', 'en_route', 200),
      operation('stopped', 'stop_rest', 5),
      operation('overdue', 'arrived_at_park', 23),
    ]
    expect(keysOf(byDelay(list))).toEqual(['stopped', 'overdue', 'in time'])
  })

  it('is not overdue at the very percentile, and never has waited less than nothing', () => {
    expect(byDelay([operation('a', 'arrived_at_park', 22)])[0]?.overdue).toBe(false)
    expect(byDelay([operation('a', 'arrived_at_park', -5)])[0]?.elapsedSeconds).toBe(0)
  })

  it('names everyone once, in the same order for every order given', () => {
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
        const ids = (list: Operation[]) => keysOf(byDelay(list))
        expect(ids([...operations].reverse())).toEqual(ids(operations))
        expect(new Set(ids(operations)).size).toBe(operations.length)
      }),
    )
  })
})

describe('what is shown', () => {
  const yard = standings(
    [
      { ...operation('a', 'en_route', 10), containerNumber: 'MSKU1000000', displayName: 'José Núñez' },
      { ...operation('b', 'arrived_at_park', 48), containerNumber: 'TCNU7200794', location: 'Manzanillo' },
      { ...operation('c', 'stop_rest', 5), containerNumber: 'CSQU3054383', displayName: 'Ana Ortega' },
    ],
    new Map([['b', {}]]),
  )
  const found = (search: string) => keysOf(arrange(yard, { ...ALL, search })).sort()

  it.each([
    ['msku1000000', ['a']],
    ['MSKU 100000 0', ['a']],
    ['msku-100000-0', ['a']],
    ['nunez', ['a']],
    ['jose núñez', ['a']],
    ['Contenedor CSQU 305438 3, 22G1', ['c']],
    ['manzan', ['b']],
    ['ana ortega csqu', ['c']],
    ['nobody', []],
    ['  ', ['a', 'b', 'c']],
  ])('for %j', (search, keys) => expect(found(search)).toEqual(keys))

  it('is counted as it is filtered', () => {
    expect(countsOf(yard)).toEqual({ stopped: 1, waiting: 1, unusual: 2, outside: 1 })
    expect(keysOf(arrange(yard, { ...ALL, filter: 'stopped' }))).toEqual(['c'])
    expect(keysOf(arrange(yard, { ...ALL, filter: 'waiting' }))).toEqual(['b'])
    expect(keysOf(arrange(yard, { ...ALL, filter: 'outside' }))).toEqual(['b'])
    expect(keysOf(arrange(yard, { ...ALL, filter: 'unusual' }))).toEqual(['b', 'c'])
  })

  it('is in the order in which it came to the board, exceptions too', () => {
    expect(keysOf(arrange(yard, ALL))).toEqual(['a', 'b', 'c'])
    expect(keysOf(arrange([...yard].reverse(), ALL))).toEqual(['c', 'b', 'a'])
  })

  it('lets exceptions jump the queue in the order by delay alone', () => {
    expect(keysOf(arrange(yard, { ...ALL, sorting: 'number' }))).toEqual(['c', 'a', 'b'])
    expect(keysOf(arrange(yard, { ...ALL, sorting: 'operator' }))).toEqual(['b', 'c', 'a'])
    expect(keysOf(arrange(yard, { ...ALL, sorting: 'delay' }))).toEqual(['b', 'c', 'a'])
  })
})
