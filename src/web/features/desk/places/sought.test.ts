import { describe, expect, it } from 'vitest'
import { soughtIn } from './sought.ts'

const own = [
  { name: 'Patio Ángeles', shape: { type: 'circle', center: { lat: 20.6, lng: -103.3 }, radiusMetres: 200 } },
] as const

describe('what is sought on the map of places', () => {
  it('is the pasted position itself', () => {
    expect(soughtIn('20.52, -103.18', own)).toEqual({ position: { lat: 20.52, lng: -103.18 }, isExact: true })
  })
  it.each([
    ['patio angeles', 20.6],
    ['lazaro cardenas', 17.96],
    ['LÁZARO', 17.96],
    ['altamira', 22.39],
    ['puerto de altamira', 22.48],
    ['salto', 20.52],
  ])('is found by name without accents, the whole name first: %s', (words, lat) => {
    expect(soughtIn(words, own)).toMatchObject({ position: { lat }, isExact: false })
  })
  it.each(['', '   ', 'Atlántida'])('is nothing for %j', (words) => {
    expect(soughtIn(words, own)).toBeNull()
  })
})
