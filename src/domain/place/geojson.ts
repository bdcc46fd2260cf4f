import type { Coordinates } from '../geo/position.ts'
import type { PlaceKind } from './place.ts'
import type { Shape } from './shape.ts'

/** A place as a file carries it. */
export interface PortablePlace {
  name: string
  kind: PlaceKind
  shape: Shape
  timeZone: string
  freeMinutes: number | null
  facilityCode: string | null
  /** Name of the client. */
  client: string | null
}

type Position = readonly [lng: number, lat: number]

interface PlaceFeature {
  type: 'Feature'
  properties: Omit<PortablePlace, 'shape'> & { radius?: number }
  geometry: { type: 'Point'; coordinates: Position } | { type: 'Polygon'; coordinates: [Position[]] }
}

export interface PlaceCollection {
  type: 'FeatureCollection'
  features: PlaceFeature[]
}

const positionOf = ({ lat, lng }: Coordinates): Position => [lng, lat]

/** GeoJSON (RFC 7946): a circle is a Point with the property `radius` in metres, a polygon closes its ring. */
export function geoJsonOf(places: readonly PortablePlace[]): PlaceCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ shape, ...properties }): PlaceFeature => {
      if (shape.type === 'circle') {
        return {
          type: 'Feature',
          properties: { ...properties, radius: shape.radiusMetres },
          geometry: { type: 'Point', coordinates: positionOf(shape.center) },
        }
      }
      const ring = shape.points.map(positionOf)
      const closed = [...ring, ...ring.slice(0, 1)]
      return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [closed] } }
    }),
  }
}

/** Why a feature is no place. The values of its properties are not judged here. */
export type FeatureFault = 'geojson_feature' | 'geojson_geometry' | 'geojson_ring' | 'geojson_radius'

/** The fields of a place as the file has them, unchecked. */
export type FeatureFields = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a feature of a file says of a place, or why it says nothing. */
export function fieldsOfFeature(
  feature: unknown,
): { ok: true; fields: FeatureFields } | { ok: false; fault: FeatureFault } {
  if (!isObject(feature) || feature.type !== 'Feature' || !isObject(feature.properties)) {
    return { ok: false, fault: 'geojson_feature' }
  }
  const { radius, ...properties } = feature.properties
  const shape = shapeOf(feature.geometry, radius)
  return typeof shape === 'string'
    ? { ok: false, fault: shape }
    : { ok: true, fields: { ...properties, shape } }
}

function shapeOf(geometry: unknown, radius: unknown): FeatureFault | Shape {
  if (!isObject(geometry)) return 'geojson_geometry'
  if (geometry.type === 'Point') {
    const center = coordinatesOf(geometry.coordinates)
    if (center === null) return 'geojson_geometry'
    return typeof radius === 'number' ? { type: 'circle', center, radiusMetres: radius } : 'geojson_radius'
  }
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : null
  const [ring] = Array.isArray(rings) && rings.length === 1 ? rings : []
  if (!Array.isArray(ring)) return 'geojson_geometry'
  const points: Coordinates[] = []
  for (const position of ring) {
    const point = coordinatesOf(position)
    if (point === null) return 'geojson_geometry'
    points.push(point)
  }
  const [first] = points
  const last = points.pop()
  if (!first || !last || first.lat !== last.lat || first.lng !== last.lng) return 'geojson_ring'
  return { type: 'polygon', points }
}

/** Longitude first; a height is dropped. */
function coordinatesOf(position: unknown): Coordinates | null {
  if (!Array.isArray(position)) return null
  const [lng, lat] = position
  return typeof lng === 'number' && typeof lat === 'number' ? { lat, lng } : null
}
