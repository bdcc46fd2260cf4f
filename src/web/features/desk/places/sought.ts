import { PLACES } from '#domain/geo/places'
import type { Coordinates } from '#domain/geo/position'
import { middleOf, type Shape } from '#domain/place/shape'
import { fold } from '../../../lib/fold.ts'
import { positionIn } from './pasted-position.ts'

/** Where the map goes. `isExact`: what was pasted is a point, and not the middle of a town. */
export interface Sought {
  position: Coordinates
  isExact: boolean
}

/** Ports, parks and towns, for the list under the field. */
export const SOUGHT_NAMES: readonly string[] = PLACES.map(([name]) => name)

/** A position or link as pasted; else an own place, then a port, park or town: by its whole name, its beginning, a part of it. */
export function soughtIn(words: string, own: readonly { name: string; shape: Shape }[]): Sought | null {
  const pasted = positionIn(words)
  if (pasted) return { position: pasted, isExact: true }
  const wanted = fold(words.trim())
  if (wanted === '') return null
  const named = [
    ...own.map(({ name, shape }) => ({ name: fold(name), position: middleOf(shape) })),
    ...PLACES.map(([name, lat, lng]) => ({ name: fold(name), position: { lat, lng } })),
  ]
  const found =
    named.find(({ name }) => name === wanted) ??
    named.find(({ name }) => name.startsWith(wanted)) ??
    named.find(({ name }) => name.includes(wanted))
  return found ? { position: found.position, isExact: false } : null
}
