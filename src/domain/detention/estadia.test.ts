import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chargeOfVisit } from './charge.ts'
import type { Pause, RateStep } from './contract.ts'
import { warningsOf } from './counted.ts'
import { centavosOf, pesos } from './money.ts'
import { VISIT_PARTS, visitOf, visitParts } from './parts.ts'
import { detentionStanding } from './standing.ts'
import { taxOf } from './tax.ts'

const ZONE = 'America/Mexico_City'
const document = readFileSync(new URL('../../../docs/estadia.md', import.meta.url), 'utf8')

/** The rows of the table of the document whose first two columns are these. */
function tableOf(first: string, second: string): string[][] {
  const lines = document.split('\n')
  const head = lines.findIndex((line) => line.startsWith(`| ${first} | ${second} |`))
  const end = lines.findIndex((line, i) => i > head && !line.startsWith('|'))
  return lines.slice(head + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

// Mexico City is six hours behind UTC all year.
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00-06:00`)
const pauseOf = (text: string): Pause[] => {
  const [from = '', to = ''] = text.split('-')
  return from === '' ? [] : [{ from, to }]
}
const ratesOf = (text: string): RateStep[] =>
  text.split(', ').map((step) => {
    const [rate = '', upto] = step.split(' to ')
    return { uptoMinutes: upto ? Number(upto) : null, centavosPerHour: centavosOf(rate) ?? Number.NaN }
  })

describe('docs/estadia.md', () => {
  const visits = tableOf('arrival', 'access')
  const costs = tableOf('basis', 'from')

  it('has its examples', () => {
    expect(visits.length).toBeGreaterThanOrEqual(2)
    expect(costs.length).toBeGreaterThanOrEqual(10)
  })

  it.each(visits)('the visit %s %s %s %s %s has its parts', (...cells) => {
    const [arrival = '', access = '', parked = '', done = '', exit = '', ...minutes] = cells
    const parts = visitParts('load', [
      { eventType: 'arrived_at_park', at: at(arrival) },
      { eventType: 'access_granted', at: at(access) },
      { eventType: 'vehicle_parked', at: at(parked) },
      { eventType: 'load_complete', at: at(done) },
      { eventType: 'exit_park', at: at(exit) },
    ])
    expect(VISIT_PARTS.map((part) => String(parts[part]))).toEqual(minutes)
  })

  it.each(costs)('%s %s to %s, pause %s, free %s, block %s at %s', (...cells) => {
    const [basis, from = '', to = '', pause = '', free, block, rates = '', ...expected] = cells
    const start = at(from)
    const visit = { arrivedAt: start, accessAt: start, exitAt: at(to), cancelled: false }
    const terms = {
      basis: basis === 'terminal' ? 'terminal' : 'visit',
      freeMinutes: Number(free),
      blockMinutes: Number(block),
      rates: ratesOf(rates),
      pauses: pauseOf(pause),
      zone: ZONE,
    } as const
    const charge = chargeOfVisit(visit, terms, 0)
    expect([
      String(charge?.countedMinutes),
      String(charge?.chargeableMinutes),
      String(charge?.billedMinutes),
      pesos(charge?.centavos ?? -1),
    ]).toEqual(expected)
  })

  it.each(tableOf('amounts', 'rates'))('tax on %s at %s percent', (amounts, rates, ...expected) => {
    const percents = rates.split(', ')
    const taxed = amounts.split(/, /).map((amount, i) => ({
      centavos: centavosOf(amount) ?? -1,
      taxBasisPoints: Number(percents[i]) * 100,
    }))
    const sum = taxed.reduce((total, { centavos }) => total + centavos, 0)
    expect([pesos(sum), pesos(taxOf(taxed))]).toEqual(expected)
  })

  it('warns at 09:00, 09:36 and 10:00', () => {
    const moments = warningsOf(at('08:00'), { freeMinutes: 120, pauses: [], zone: ZONE })
    expect(moments).toEqual([
      { percent: 50, at: at('09:00') },
      { percent: 80, at: at('09:36') },
      { percent: 100, at: at('10:00') },
    ])
    const paused = warningsOf(at('13:30'), { freeMinutes: 120, pauses: pauseOf('14:00-15:00'), zone: ZONE })
    expect(paused.map(({ at: moment }) => moment)).toEqual([at('15:30'), at('16:06'), at('16:30')])
  })
})

describe('what a card says', () => {
  const terms = {
    basis: 'visit',
    freeMinutes: 120,
    blockMinutes: 15,
    rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
    pauses: [],
    zone: ZONE,
  } as const
  const open = visitOf([{ eventType: 'arrived_at_park', at: at('08:00') }], false)

  it('is the free time that is left, then what has run up', () => {
    expect(detentionStanding(open, terms, at('09:25'))).toMatchObject({ kind: 'free', freeMinutesLeft: 35 })
    expect(detentionStanding(open, terms, at('10:00'))).toMatchObject({ kind: 'free', freeMinutesLeft: 0 })
    expect(detentionStanding(open, terms, at('11:10'))).toMatchObject({
      kind: 'running',
      charge: { chargeableMinutes: 70, centavos: 105_000 },
    })
  })

  it('is nothing before the arrival, before the access by terminal time, and after a cancellation', () => {
    expect(detentionStanding(visitOf([], false), terms, at('09:00'))).toBeNull()
    expect(detentionStanding(open, { ...terms, basis: 'terminal' }, at('09:00'))).toBeNull()
    expect(detentionStanding({ ...open, cancelled: true }, terms, at('12:00'))).toBeNull()
  })

  it('has no money where no rate was agreed', () => {
    expect(detentionStanding(open, { ...terms, rates: [] }, at('11:10'))).toMatchObject({
      kind: 'running',
      charge: { chargeableMinutes: 70, centavos: null },
    })
  })
})
