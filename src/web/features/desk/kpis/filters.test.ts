import { describe, expect, it } from 'vitest'
import {
  advancedCount,
  EVENT_FILTER,
  eventsSearch,
  includesOperation,
  type KpiFilters,
  kpiSearch,
  NO_FILTERS,
  readFilters,
  selectorsFor,
  withOperator,
  withOperators,
  writeFilters,
} from './filters.ts'

const NOVEMBER = { from: '2026-11-01T06:00:00.000Z', to: '2026-12-01T06:00:00.000Z' }
const filters = (over: Partial<KpiFilters>): KpiFilters => ({ ...NO_FILTERS, ...over })

describe('the filters of the figures', () => {
  it('leave the current month to the server', () => {
    expect(kpiSearch(NO_FILTERS)).toBe('')
    expect(kpiSearch(filters({ month: '2026-10', operator: 7 }))).toBe('month=2026-10&operatorId=7')
  })

  it('give equal strings in any order of selection', () => {
    const one = filters({ operators: [9, 10], containers: ['B', 'A'], eventTypes: ['stop_rest', 'end_trip'] })
    const two = filters({ operators: [10, 9], containers: ['A', 'B'], eventTypes: ['end_trip', 'stop_rest'] })
    expect(kpiSearch(one)).toBe(kpiSearch(two))
    expect(advancedCount(one)).toBe(6)
  })

  it('hold one operator or a list, never both', () => {
    expect(withOperators(filters({ operator: 7 }), [1, 2])).toMatchObject({
      operator: null,
      operators: [1, 2],
    })
    expect(withOperator(filters({ operators: [1, 2] }), 7)).toMatchObject({ operator: 7, operators: [] })
  })

  it('know only words that stand for recorded events', () => {
    for (const { value } of EVENT_FILTER) {
      expect(selectorsFor(filters({ eventTypes: [value] }), null)).not.toEqual([])
    }
  })
})

describe('filters in the address', () => {
  const chosen = filters({
    month: '2026-10',
    operators: [7, 9],
    containers: ['MSKU1234565'],
    eventTypes: ['end_trip'],
  })

  it('are read back as written, beside those of other tabs, and leave nothing when cleared', () => {
    const search = writeFilters('log.texto=a', chosen)
    expect(readFilters(search)).toEqual(chosen)
    expect(readFilters(writeFilters(search, withOperator(chosen, 3)))).toEqual(withOperator(chosen, 3))
    expect(writeFilters(search, NO_FILTERS)).toBe('log.texto=a')
  })

  it.each([
    'kpi.mes=2026-13',
    'kpi.operador=-1',
    'kpi.contenedores=X',
    'kpi.eventos=toString',
    'kpi.eventos=x',
  ])('are ignored when invalid: %s', (search) => expect(readFilters(search)).toEqual(NO_FILTERS))
})

describe('the events behind a figure', () => {
  it('are those of its types in its time', () => {
    expect(eventsSearch(filters({ operator: 7 }), { types: ['end_trip'], ...NOVEMBER })).toBe(
      new URLSearchParams({ operatorId: '7', eventType: 'end_trip', ...NOVEMBER }).toString(),
    )
    expect(eventsSearch(NO_FILTERS, { types: null, ...NOVEMBER })).not.toContain('eventType')
  })

  it('are asked for by recorded types, each once', () => {
    const search = new URLSearchParams(
      eventsSearch(filters({ eventTypes: ['start_loading', 'start_unloading'] }), {
        types: null,
        ...NOVEMBER,
      }) ?? '',
    )
    expect(search.getAll('eventType')).toEqual(['vehicle_parked'])
  })

  it('are those that the figure and the filter have in common', () => {
    const chosen = filters({ eventTypes: ['arrive_park', 'stop_fuel'] })
    expect(selectorsFor(chosen, ['stop_bathroom', 'stop_fuel'])).toEqual([
      { eventType: 'stop_fuel', operationType: null },
    ])
    expect(eventsSearch(chosen, { types: ['end_trip'], ...NOVEMBER })).toBeNull()
  })
})

describe('an active operation', () => {
  const operation = { userId: 7, containerNumber: 'MSKU1234565' }
  it.each([
    [{}, true],
    [{ operator: 7 }, true],
    [{ operator: 8 }, false],
    [{ operators: [7, 8] }, true],
    [{ containers: ['MSKU1234565'] }, true],
    [{ containers: ['CSQU3054383'], operator: 7 }, false],
  ])('under %o: %s', (over, counts) => expect(includesOperation(filters(over), operation)).toBe(counts))
})
