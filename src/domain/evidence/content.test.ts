import { describe, expect, it } from 'vitest'
import { canonicalPack, type MonthPack } from './content.ts'

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
    expect(canonicalPack(pack)).toBe(
      '{"centavos":0,"client":null,"format":1,"kind":"month","month":"2026-11","supervisor":{"id":7,"name":"Ana «la jefa»"},"version":1,"visits":[],"zone":"America/Mexico_City"}',
    )
    expect(JSON.parse(canonicalPack(pack))).toEqual(pack)
  })

  it('does not depend on the order in which it was put together', () => {
    const turned = Object.fromEntries(Object.entries(pack).toReversed()) as unknown as MonthPack
    expect(canonicalPack(turned)).toBe(canonicalPack(pack))
  })
})
