import { describe, expect, it } from 'vitest'
import { canonicalPack, type EvidencePack, type MonthPack } from './content.ts'

function textOf(pack: EvidencePack): string {
  const writing = canonicalPack(pack)
  for (;;) {
    const { done, value } = writing.next()
    if (done) return value
  }
}

const pack: MonthPack = {
  format: 1,
  kind: 'month',
  version: 1,
  supervisor: { id: 7, name: 'Ana «la jefa»' },
  client: null,
  zone: 'America/Mexico_City',
  month: '2026-11',
  visits: [],
  centavos: 0,
}

describe('the canonical text of a pack', () => {
  it('has sorted keys at every depth, and reads back', () => {
    expect(textOf(pack)).toBe(
      '{"centavos":0,"client":null,"format":1,"kind":"month","month":"2026-11","supervisor":{"id":7,"name":"Ana «la jefa»"},"version":1,"visits":[],"zone":"America/Mexico_City"}',
    )
    expect(JSON.parse(textOf(pack))).toEqual(pack)
  })

  it('does not depend on the order in which it was put together', () => {
    const turned = Object.fromEntries(Object.entries(pack).toReversed()) as unknown as MonthPack
    expect(textOf(turned)).toBe(textOf(pack))
  })

  it('yields after each visit', () => {
    const visit: MonthPack['visits'][number] = {
      containerNumber: 'CSQU3054383',
      operationType: 'load',
      driver: 'Ana',
      place: null,
      arrivedAt: '2026-11-01T00:00:00.000Z',
      accessAt: null,
      exitAt: null,
      corrections: 0,
      agreement: null,
      charge: null,
      chain: { records: 1, head: 'ab' },
    }
    const of = (visits: number): MonthPack => ({
      ...pack,
      visits: Array.from({ length: visits }, () => visit),
    })
    expect([...canonicalPack(of(1_000))].length - [...canonicalPack(of(0))].length).toBe(1_000)
    const [first, second] = JSON.parse(textOf(of(2))).visits
    expect([first, second]).toEqual([visit, visit])
    expect(textOf(of(1))).toContain(
      '"visits":[{"accessAt":null,"agreement":null,"arrivedAt":"2026-11-01T00:00:00.000Z","chain":{"head":"ab","records":1},',
    )
  })
})
