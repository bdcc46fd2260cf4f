import type { Coordinates } from '../geo/position.ts'
import { isWithin, METRES_PER_DEGREE, metresBetween, type Shape } from './shape.ts'

/** Arrivals that make a place worth suggesting. */
const SUGGEST_FROM = 5
/** Only fixes at least this exact say where a gate is. Metres. */
export const SUGGEST_ACCURACY = 100
/** Arrivals this close to another belong together, metres: trucks queue before a gate. */
const REACH = 250
/** An arrival this close to the border of a kept place is one at that place, metres. */
const KEPT = 250
const MOST = 20

export interface PlaceSuggestion {
  center: Coordinates
  radiusMetres: number
  arrivals: number
}

/**
 * Where trucks usually arrive and no place is kept: groups of arrivals in which each is within 250 m of another
 * (density-based clustering). The radius contains nine of ten. The busiest first. Yields where it may rest: the arrivals of
 * a large company take longer than others should wait.
 */
export function* suggestPlaces(
  arrivals: readonly Coordinates[],
  kept: readonly Shape[],
  { from = SUGGEST_FROM, most = MOST } = {},
): Generator<void, PlaceSuggestion[]> {
  const open: Coordinates[] = []
  for (const arrival of arrivals) {
    if (!kept.some((shape) => isWithin(shape, arrival, KEPT))) open.push(arrival)
    yield
  }
  const groups = yield* groupsOf(open)
  return groups
    .filter((group) => group.length >= from)
    .sort((a, b) => b.length - a.length)
    .slice(0, most)
    .map(suggestionOf)
}

function suggestionOf(group: readonly Coordinates[]): PlaceSuggestion {
  const mean = (key: keyof Coordinates) => group.reduce((sum, each) => sum + each[key], 0) / group.length
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const center = { lat: rounded(mean('lat')), lng: rounded(mean('lng')) }
  const metres = group.map((each) => metresBetween(center, each)).sort((a, b) => a - b)
  const ninth = metres[Math.ceil(metres.length * 0.9) - 1] ?? 0
  // A fix is up to 100 m off, and a gate has a yard behind it.
  return {
    center,
    radiusMetres: Math.max(150, Math.ceil((ninth + SUGGEST_ACCURACY) / 50) * 50),
    arrivals: group.length,
  }
}

/** A little more than REACH in degrees of latitude. */
const REACH_DEGREES = (REACH + 1) / METRES_PER_DEGREE
/** Degrees of a cell of the grid: at least REACH of latitude, and of longitude up to 60 degrees north. */
const CELL = 0.0045

/** The groups that hang together. Only neighbouring cells of a grid are compared. */
function* groupsOf(positions: readonly Coordinates[]): Generator<void, Coordinates[][]> {
  const cells = new Map<string, Coordinates[]>()
  const rowOf = ({ lat }: Coordinates) => Math.floor(lat / CELL)
  const columnOf = ({ lng }: Coordinates) => Math.floor(lng / CELL)
  for (const position of positions) {
    const key = `${rowOf(position)},${columnOf(position)}`
    const cell = cells.get(key)
    if (cell) cell.push(position)
    else cells.set(key, [position])
  }
  const groups: Coordinates[][] = []
  const isNear = (from: Coordinates, to: Coordinates) =>
    Math.abs(from.lat - to.lat) <= REACH_DEGREES && metresBetween(from, to) <= REACH
  /** Each position once: what is taken leaves its cell. */
  const takeNear = (position: Coordinates, group: Coordinates[]): void => {
    for (let row = rowOf(position) - 1; row <= rowOf(position) + 1; row++) {
      for (let column = columnOf(position) - 1; column <= columnOf(position) + 1; column++) {
        const key = `${row},${column}`
        const there = cells.get(key)
        if (!there) continue
        const left: Coordinates[] = []
        for (const other of there) (isNear(position, other) ? group : left).push(other)
        if (left.length === 0) cells.delete(key)
        else if (left.length < there.length) cells.set(key, left)
      }
    }
  }
  for (const position of positions) {
    const group: Coordinates[] = []
    takeNear(position, group)
    // Grows while it is walked.
    for (const member of group) {
      takeNear(member, group)
      yield
    }
    if (group.length > 0) groups.push(group)
    yield
  }
  return groups
}
