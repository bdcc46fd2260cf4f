import { type Coordinates, distanceKm } from '#domain/geo/position'
import { type Phase, workflowRow } from '#domain/operation/steps'
import type { Operation, OperationEvent } from '../../../api/operation.ts'

/** A truck on the map. */
export interface Truck {
  operationKey: string
  position: Coordinates
  phase: Phase
  /** For the tooltip. */
  label: string
}

/** The operations that have a position. */
export function trucksOf(
  operations: Iterable<Operation>,
  label: (operation: Operation) => string,
): readonly Truck[] {
  const trucks: Truck[] = []
  for (const operation of operations) {
    if (operation.coordinates === null) continue
    trucks.push({
      operationKey: operation.operationKey,
      position: operation.coordinates,
      phase: workflowRow(operation.operationType, operation.newestEventType).phase,
      label: label(operation),
    })
  }
  return trucks
}

/** Trucks that would cover each other, drawn as one sign with their number. */
export interface Cluster {
  trucks: readonly Truck[]
  /** The most urgent of theirs. */
  phase: Phase
  position: Coordinates
}

const URGENCY: readonly Phase[] = ['stopped', 'waiting', 'working', 'driving', 'done']

/** `pixel` places a position on the screen's plane; trucks of the same square of `cell` pixels are one cluster. */
export function clustersOf(
  trucks: readonly Truck[],
  pixel: (position: Coordinates) => { x: number; y: number },
  cell: number,
): readonly Cluster[] {
  const squares = new Map<string, Truck[]>()
  for (const truck of trucks) {
    const { x, y } = pixel(truck.position)
    const key = `${Math.floor(x / cell)} ${Math.floor(y / cell)}`
    const there = squares.get(key)
    if (there) there.push(truck)
    else squares.set(key, [truck])
  }
  return Array.from(squares.values(), (group) => ({
    trucks: group,
    phase: URGENCY.find((phase) => group.some((truck) => truck.phase === phase)) ?? 'driving',
    position: middle(group.map(({ position }) => position)),
  }))
}

function middle(positions: readonly Coordinates[]): Coordinates {
  const count = Math.max(1, positions.length)
  return {
    lat: positions.reduce((sum, { lat }) => sum + lat, 0) / count,
    lng: positions.reduce((sum, { lng }) => sum + lng, 0) / count,
  }
}

/** Where a park is, as far as its own events tell. */
export interface ParkCircle {
  centre: Coordinates
  radiusMetres: number
}

/** Two arrivals within this distance are at the same park. */
const SAME_PARK_KM = 2
/** No circle is smaller: a gate and a dock are not one point. */
const LEAST_RADIUS_METRES = 300
const MARGIN_METRES = 100

/** A circle around each place where operations have arrived; none where nobody has. */
export function parkCircles(
  events: Iterable<Pick<OperationEvent, 'operationType' | 'eventType' | 'coordinates'>>,
): readonly ParkCircle[] {
  const parks: Coordinates[][] = []
  for (const { operationType, eventType, coordinates } of events) {
    if (coordinates === null || !workflowRow(operationType, eventType).locatesPark) continue
    const park = parks.find((points) => distanceKm(middle(points), coordinates) <= SAME_PARK_KM)
    if (park) park.push(coordinates)
    else parks.push([coordinates])
  }
  return parks.map((points) => {
    const centre = middle(points)
    const farthest = Math.max(...points.map((point) => distanceKm(centre, point) * 1000))
    return { centre, radiusMetres: Math.max(LEAST_RADIUS_METRES, farthest + MARGIN_METRES) }
  })
}

/** The way of one trip: the places of its events in the order in which they happened. */
export function trackOf(
  events: readonly Pick<OperationEvent, 'timestamp' | 'coordinates' | 'seq'>[],
): readonly Coordinates[] {
  return [...events]
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp) || a.seq - b.seq)
    .flatMap(({ coordinates }) => (coordinates === null ? [] : [coordinates]))
}
