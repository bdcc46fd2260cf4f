import type { z } from 'zod'
import type {
  ClientResponse,
  DriverPlace,
  OutsideResponse,
  PlaceResponse,
  suggestedPlacesResponse,
} from '#contract/http/driver/places'
import { placeName } from '#domain/geo/place-name'
import type { PortablePlace } from '#domain/place/geojson'
import { middleOf, type Shape } from '#domain/place/shape'
import type { PlaceSuggestion } from '#domain/place/suggest'
import type { OutsideStep } from './outside/steps.ts'
import type { ClientRow, PlaceRow } from './queries.ts'

/** The columns of a stored shape are not the client's: field by field, as everything that leaves. */
const presentShape = (shape: Shape): PlaceResponse['shape'] =>
  shape.type === 'circle'
    ? { type: 'circle', center: shape.center, radiusMetres: shape.radiusMetres }
    : { type: 'polygon', points: [...shape.points] }

export const presentPlace = (row: PlaceRow): PlaceResponse => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  shape: presentShape(row.shape),
  timeZone: row.timeZone,
  freeMinutes: row.freeMinutes,
  facilityCode: row.facilityCode,
  clientId: row.clientId,
  retiredAt: row.retiredAt?.toISOString() ?? null,
})

export const presentClient = ({ id, name }: ClientRow): ClientResponse => ({ id, name })

export const presentDriverPlace = ({
  id,
  name,
  shape,
}: Pick<PlaceRow, 'id' | 'name' | 'shape'>): DriverPlace => ({
  id,
  name,
  shape: presentShape(shape),
})

export const presentSuggestion = (
  found: PlaceSuggestion,
): z.infer<typeof suggestedPlacesResponse>[number] => ({
  center: found.center,
  radiusMetres: found.radiusMetres,
  arrivals: found.arrivals,
  location: placeName(found.center),
})

export const presentOutside = ({
  operationKey,
  eventType,
  metres,
}: OutsideStep): OutsideResponse[number] => ({
  containerId: operationKey,
  eventType,
  metres,
})

/** `client`: its name. */
export const portableOf = (row: PlaceRow, client: string | null): PortablePlace => ({
  name: row.name,
  kind: row.kind,
  shape: row.shape,
  timeZone: row.timeZone,
  freeMinutes: row.freeMinutes,
  facilityCode: row.facilityCode,
  client,
})

/** For an audit line: where, and how large, without every vertex. */
function shapeInWords(shape: Shape): string {
  const { lat, lng } = middleOf(shape)
  const size = shape.type === 'circle' ? `${shape.radiusMetres} m` : `${shape.points.length} puntos`
  return `${lat.toFixed(5)}, ${lng.toFixed(5)} (${size})`
}

export const tracedPlace = (place: PortablePlace) => ({
  ...place,
  shape: shapeInWords(place.shape),
})
