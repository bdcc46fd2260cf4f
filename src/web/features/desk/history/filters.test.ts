import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '#domain/operation/steps'
import {
  countFilters,
  type Filters,
  NO_FILTERS,
  narrow,
  readFilters,
  toSearch,
  writeFilters,
} from './filters.ts'

const ZONE = 'America/Mexico_City'
const KEY = 'MSKU1234565_abcdefghijklmnop'

const filters = fc.record<Filters>({
  operator: fc.option(fc.integer({ min: 1, max: 9999 })),
  container: fc.option(fc.constantFrom('MSKU1234565', 'CSQU3054383', KEY)),
  from: fc.option(fc.constantFrom('2026-03-01', '2025-12-31')),
  to: fc.option(fc.constantFrom('2026-03-08', '2026-11-01')),
  text: fc.string({ maxLength: 40 }).map((text) => text.replace(/\p{Cc}/gu, '')),
  operators: fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: 4 }),
  containers: fc.array(fc.constantFrom('MSKU1234565', 'CSQU3054383', KEY), { maxLength: 3 }),
  eventTypes: fc.subarray([...EVENT_TYPES]),
  position: fc.constantFrom(null, 'outside' as const),
})

describe('filters in the address', () => {
  it('are read back as written, beside other parameters', () => {
    fc.assert(
      fc.property(filters, (chosen) => {
        const search = writeFilters('otra=1', chosen)
        expect(readFilters(`?${search}`)).toEqual(chosen)
        expect(new URLSearchParams(search).get('otra')).toBe('1')
      }),
    )
  })

  it('leave no parameters when cleared', () => {
    const search = writeFilters('a=b', { ...NO_FILTERS, operator: 3, eventTypes: ['en_route', 'end_trip'] })
    expect(writeFilters(search, NO_FILTERS)).toBe('a=b')
  })

  it.each([
    'log.operador=-1&log.operador=2',
    'log.operador=juan',
    'log.desde=ayer',
    'log.desde=2026-02-99',
    'log.eventos=delete_all',
    'log.posicion=known',
    'log.contenedor=',
    `log.contenedores=${'A'.repeat(200)}`,
  ])('are ignored when invalid: %s', (search) => {
    expect(readFilters(search)).toEqual(NO_FILTERS)
  })

  it('drop line breaks of pasted text', () => {
    expect(readFilters('log.texto=MSKU%0A%0D12').text).toBe('MSKU 12')
  })

  it('count as one each', () => {
    expect(countFilters(NO_FILTERS)).toBe(0)
    expect(countFilters({ ...NO_FILTERS, text: '  ' })).toBe(0)
    expect(
      countFilters({ ...NO_FILTERS, from: '2026-03-01', to: '2026-03-02', operators: [1, 2], text: 'x' }),
    ).toBe(3)
  })
})

describe('what is asked of the server', () => {
  it('is nothing without filters', () => {
    expect(toSearch(narrowed({}))).toBe('')
  })

  it('repeats a parameter for each value and sends instants', () => {
    const query = new URLSearchParams(
      toSearch(
        narrowed({
          operators: [2, 3],
          containers: ['MSKU1234565'],
          eventTypes: ['en_route', 'stop_fuel'],
          from: '2026-03-01',
          to: '2026-03-01',
          text: ' niebla ',
          position: 'outside',
        }),
      ),
    )
    expect(query.getAll('operatorId')).toEqual(['2', '3'])
    expect(query.getAll('eventType')).toEqual(['en_route', 'stop_fuel'])
    expect(query.get('from')).toBe('2026-03-01T06:00:00.000Z')
    expect(query.get('to')).toBe('2026-03-02T06:00:00.000Z')
    expect(query.get('q')).toBe('niebla')
    expect(query.get('position')).toBe('outside')
  })

  it('joins the one choice and the list of choices with AND', () => {
    expect(narrowed({ operator: 2, operators: [2, 3] }).operatorIds).toEqual([2])
    expect(narrow({ ...NO_FILTERS, operator: 4, operators: [2, 3] }, ZONE)).toBeNull()
    expect(narrowed({ container: 'MSKU1234565', containers: [KEY, 'CSQU3054383'] }).containers).toEqual([KEY])
    expect(narrowed({ container: KEY, containers: ['MSKU1234565'] }).containers).toEqual([KEY])
    expect(narrow({ ...NO_FILTERS, container: 'MSKU1234565', containers: ['CSQU3054383'] }, ZONE)).toBeNull()
  })

  it('is nothing at all when the days are the wrong way round', () => {
    expect(narrow({ ...NO_FILTERS, from: '2026-03-02', to: '2026-03-01' }, ZONE)).toBeNull()
  })
})

function narrowed(chosen: Partial<Filters>) {
  const result = narrow({ ...NO_FILTERS, ...chosen }, ZONE)
  if (result === null) throw new Error('the filters contradict each other')
  return result
}
