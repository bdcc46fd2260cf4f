import { describe, expect, it } from 'vitest'
import { arrangeVisits, readMonthView, totalsOf, type Visit, writeMonthView } from './month.ts'

const visit = (containerNumber: string, chargeableMinutes: number, more: Partial<Visit> = {}): Visit => ({
  operationKey: containerNumber,
  containerNumber,
  operationType: 'load',
  displayName: 'Rosa Núñez',
  isActive: false,
  arrivedAt: '2026-03-01T14:00:00.000Z',
  accessAt: null,
  exitAt: '2026-03-01T17:00:00.000Z',
  clientId: 1,
  place: 'Parque Norte',
  contract: 'Anual',
  charge: {
    countedMinutes: chargeableMinutes + 120,
    chargeableMinutes,
    billedMinutes: chargeableMinutes,
    centavos: chargeableMinutes * 1400,
  },
  taxBasisPoints: 0,
  corrections: 0,
  settlement: null,
  correctedSinceSent: false,
  renewedVersion: null,
  sentMonth: null,
  ...more,
})

const VISITS = [
  visit('TCNU7200794', 10, { corrections: 3, taxBasisPoints: 1600 }),
  visit('CSQU3054383', 0, { displayName: 'Ana Gil' }),
  visit('TOLU4734787', 60, { displayName: 'ana Zúñiga' }),
  visit('GYOU4047990', 10, { charge: null }),
]
const shown = (change: Partial<Parameters<typeof arrangeVisits>[1]>) =>
  arrangeVisits(VISITS, { all: null, state: null, search: '', order: null, ...change }).map(
    ({ containerNumber }) => containerNumber.slice(0, 4),
  )

describe('the visits of a month', () => {
  it('are those with a charge, by arrival, until all are asked for', () => {
    expect(shown({})).toEqual(['TCNU', 'TOLU'])
    expect(shown({ all: 'yes' })).toEqual(['TCNU', 'CSQU', 'TOLU', 'GYOU'])
  })

  it('are found by number in any spelling, by driver and place without accents', () => {
    expect(shown({ search: 'tolu 473478-7' })).toEqual(['TOLU'])
    expect(shown({ search: 'zuniga norte' })).toEqual(['TOLU'])
    expect(shown({ search: 'sur' })).toEqual([])
  })

  it('are sorted, equal ones by arrival', () => {
    expect(shown({ order: 'amount' })).toEqual(['TOLU', 'TCNU'])
    expect(shown({ all: 'yes', order: 'driver' })).toEqual(['CSQU', 'TOLU', 'TCNU', 'GYOU'])
    expect(shown({ all: 'yes', order: 'number' })).toEqual(['CSQU', 'GYOU', 'TCNU', 'TOLU'])
  })

  it('are those in one state, where nothing was said due', () => {
    const said = { state: 'paid', note: null, by: 'ana', at: '2026-04-01T00:00:00.000Z' } as const
    const visits = [visit('TCNU7200794', 10), visit('TOLU4734787', 60, { settlement: said })]
    const of = (state: 'due' | 'paid' | 'sent') =>
      arrangeVisits(visits, { all: null, state, search: '', order: null })
    expect([of('due').length, of('paid').length, of('sent').length]).toEqual([1, 1, 0])
  })

  it('add up to what stands below them', () => {
    expect(totalsOf(VISITS)).toEqual({
      visits: 4,
      countedMinutes: 430,
      chargeableMinutes: 70,
      centavos: 98_000,
      taxCentavos: 2_240,
      corrections: 3,
    })
  })
})

describe('the view in the address', () => {
  it('is read as it was written, beside the parameters of others', () => {
    const view = {
      month: '2026-03',
      client: 7,
      all: 'yes',
      state: 'sent',
      search: 'rosa',
      order: 'amount',
    } as const
    const written = writeMonthView('tab=detention', view)
    expect(written).toContain('tab=detention')
    expect(readMonthView(written)).toEqual(view)
    expect(readMonthView(writeMonthView('', { ...view, client: 'none' })).client).toBe('none')
  })

  it('ignores what is no value', () => {
    const nothing = { month: null, client: null, all: null, state: null, search: '', order: null }
    expect(readMonthView('es.mes=2026-13&es.cliente=-1&es.todas=1&es.orden=x')).toEqual(nothing)
    expect(writeMonthView('', nothing)).toBe('')
  })
})
