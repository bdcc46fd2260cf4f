import type { Coordinates } from '../geo/position.ts'
import { type EventType, PARK_ACCESS, PARK_ARRIVAL, PARK_EXIT } from '../operation/steps.ts'
import { PLACE_STEPS } from './grade.ts'

/** How far back tracks are read, in days. */
export const TRACK_DAYS = 28
/** What one answer holds at most: the cells with the most steps. */
export const MOST_CELLS = 3000

/** Where a step is usually pressed: at a gate, in the yard behind it, or on the way. */
export const TRACK_KINDS = ['gate', 'yard', 'way'] as const
export type TrackKind = (typeof TRACK_KINDS)[number]

export const GATE_STEPS: readonly EventType[] = [PARK_ARRIVAL, PARK_ACCESS, PARK_EXIT]
export const YARD_STEPS: readonly EventType[] = PLACE_STEPS.filter((step) => !GATE_STEPS.includes(step))

/** A part of the map, in degrees; it does not cross the 180th meridian. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

const CELLS_A_SIDE = 256
/** Degrees: under two metres, less than any fix is good for. */
const SMALLEST_CELL = 2 ** -16

const sideOf = ({ south, west, north, east }: Box): number => Math.max(north - south, east - west)

/** Degrees of a side of the cells that the steps of a box are gathered in. Powers of two, so that a move of the map keeps them. */
export const cellOf = (box: Box): number =>
  Math.max(SMALLEST_CELL, 2 ** Math.ceil(Math.log2(sideOf(box) / CELLS_A_SIDE)))

const MOST_LEGS = 1500
/** Degrees: two hundred metres. From farther away, legs are straight lines across the country. */
const COARSEST_WITH_LEGS = 2 ** -9

/** How many legs between two cells of this size are worth reading: those that most trips went. */
export const mostLegs = (cell: number): number => (cell <= COARSEST_WITH_LEGS ? MOST_LEGS : 0)

const contains = (box: Box, { lat, lng }: Coordinates): boolean =>
  lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east

/** Of the degrees of a box: eleven metres. */
const PARTS = 1e4
const clamped = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees))

/**
 * The box to ask for while `view` is seen: half a view more on each side, so that small moves need no new answer. `asked`
 * stays as long as it holds the view and its cells are not too coarse for it.
 */
export function boxAround(view: Box, asked: Box | null): Box {
  const corners = [
    { lat: view.south, lng: view.west },
    { lat: view.north, lng: view.east },
  ]
  if (asked && corners.every((corner) => contains(asked, corner)) && sideOf(asked) <= 4 * sideOf(view)) {
    return asked
  }
  const [tall, wide] = [(view.north - view.south) / 2, (view.east - view.west) / 2]
  const outward = (degrees: number, round: (n: number) => number) => round(degrees * PARTS) / PARTS
  return {
    south: clamped(outward(view.south - tall, Math.floor), 90),
    west: clamped(outward(view.west - wide, Math.floor), 180),
    north: clamped(outward(view.north + tall, Math.ceil), 90),
    east: clamped(outward(view.east + wide, Math.ceil), 180),
  }
}
