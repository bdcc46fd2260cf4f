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

/** More columns than there are: a cell is one number. */
const COLUMNS = 100_000

/** The groups that hang together. Only neighbouring cells of a grid are compared. */
function* groupsOf(positions: readonly Coordinates[]): Generator<void, Coordinates[][]> {
  const cells = new Map<number, Coordinates[]>()
  const cellOf = ({ lat, lng }: Coordinates) => Math.floor(lat / CELL) * COLUMNS + Math.floor(lng / CELL)
  for (const position of positions) {
    const cell = cells.get(cellOf(position))
    if (cell) cell.push(position)
    else cells.set(cellOf(position), [position])
  }
  const groups: Coordinates[][] = []
  const isNear = (from: Coordinates, to: Coordinates) =>
    Math.abs(from.lat - to.lat) <= REACH_DEGREES && metresBetween(from, to) <= REACH
  /** Each position once: what is taken leaves its cell. */
  const takeNear = (position: Coordinates, group: Coordinates[]): void => {
    const middle = cellOf(position)
    for (const row of [middle - COLUMNS, middle, middle + COLUMNS]) {
      for (let cell = row - 1; cell <= row + 1; cell++) {
        const there = cells.get(cell)
        if (!there) continue
        let left = 0
        for (const other of there) {
          if (isNear(position, other)) group.push(other)
          else there[left++] = other
        }
        if (left === 0) cells.delete(cell)
        else there.length = left
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
