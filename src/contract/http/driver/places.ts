import { z } from 'zod'
import { EVENT_TYPES } from '#domain/operation/steps'
import {
  CLIENT_NAME,
  FACILITY_CODE_PATTERN,
  FREE_MINUTES_MAX,
  PLACE_KINDS,
  PLACE_NAME,
  RADIUS,
  VERTICES,
} from '#domain/place/place'
import { reachOf } from '#domain/place/shape'
import { TRACK_KINDS } from '#domain/place/tracks'
import { isTimeZone } from '#domain/time/zone'
import { id } from '../id.ts'
import { coded } from '../messages.ts'
import { coordinates } from '../operations.ts'
import { line, text } from '../text.ts'

const shape = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('circle'),
      center: coordinates,
      radiusMetres: z.number().min(RADIUS.min, coded('place_radius')).max(RADIUS.max, coded('place_radius')),
    }),
    z.object({
      type: z.literal('polygon'),
      points: z
        .array(coordinates)
        .min(VERTICES.min, coded('place_vertices'))
        .max(VERTICES.max, coded('place_vertices')),
    }),
  ])
  .refine((it) => reachOf(it) <= RADIUS.max, coded('place_too_large'))
  .refine((it) => reachOf(it) > 0, coded('place_vertices'))

const named = (max: number) =>
  line().min(1, coded('place_name_required')).max(max, coded('place_name_too_long'))

export const placeRequest = z.object({
  name: named(PLACE_NAME.max),
  kind: z.enum(PLACE_KINDS, coded('place_kind')),
  shape,
  /** IANA name; absent: that of the product. */
  timeZone: text().max(60).refine(isTimeZone, coded('time_zone_unknown')).optional(),
  /** Minutes that a truck may stay free of charge; null: none is agreed. */
  freeMinutes: z
    .number()
    .int()
    .min(0, coded('place_free_minutes'))
    .max(FREE_MINUTES_MAX, coded('place_free_minutes'))
    .nullish(),
  /** UN/LOCODE, or the BIC facility code that begins with one. */
  facilityCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(FACILITY_CODE_PATTERN, coded('place_facility'))
    .nullish(),
  /** Name of the client, who is created with it; null: none. */
  client: named(CLIENT_NAME.max).nullish(),
})
export type PlaceRequest = z.input<typeof placeRequest>
export type PlaceInput = z.output<typeof placeRequest>

export const placeResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(PLACE_KINDS),
  shape,
  timeZone: z.string(),
  freeMinutes: z.number().int().nullable(),
  facilityCode: z.string().nullable(),
  clientId: z.number().int().nullable(),
  /** ISO 8601; it is found by no arrival any more, and stays the place of the operations that have it. */
  retiredAt: z.string().nullable(),
})
export type PlaceResponse = z.infer<typeof placeResponse>

export const clientResponse = z.object({ id: z.number().int(), name: z.string() })
export type ClientResponse = z.infer<typeof clientResponse>

/** By name; retired places too, because operations refer to them. */
export const placesResponse = z.object({
  places: z.array(placeResponse),
  clients: z.array(clientResponse),
})
export type PlacesResponse = z.infer<typeof placesResponse>

/** `operations`: earlier ones that this place was given to. */
export const createdPlaceResponse = placeResponse.extend({ operations: z.number().int() })

/** Where trucks usually arrive and no place is kept, the busiest first. */
export const suggestedPlacesResponse = z.array(
  z.object({
    center: coordinates,
    radiusMetres: z.number(),
    arrivals: z.number().int(),
    /** The town there; null: none is near. */
    location: z.string().nullable(),
  }),
)
export type SuggestedPlace = z.infer<typeof suggestedPlacesResponse>[number]

const latitude = z.coerce.number<string | number>().min(-90).max(90)
const longitude = z.coerce.number<string | number>().min(-180).max(180)

/** A part of the map, in degrees. */
export const tracksQuery = z
  .object({ south: latitude, west: longitude, north: latitude, east: longitude })
  .refine(({ south, north }) => south < north, { path: ['north'], error: coded('value_invalid') })
  .refine(({ west, east }) => west < east, { path: ['east'], error: coded('value_invalid') })

/**
 * Where steps of the last 28 days were pressed in that part, gathered in cells of a grid, and the legs between two cells
 * that trips went from one step to the next. Those with the most steps, which may be all.
 */
export const tracksResponse = z.object({
  cells: z.array(
    z.object({ lat: z.number(), lng: z.number(), kind: z.enum(TRACK_KINDS), steps: z.number().int() }),
  ),
  legs: z.array(z.object({ from: coordinates, to: coordinates, trips: z.number().int() })),
})
export type TracksResponse = z.infer<typeof tracksResponse>

/** Active operations with steps outside their place: the newest such step of each. */
export const outsideResponse = z.array(
  z.object({
    containerId: z.string(),
    eventType: z.enum(EVENT_TYPES),
    /** From the border of the place. */
    metres: z.number().int(),
  }),
)
export type OutsideResponse = z.infer<typeof outsideResponse>

/** GeoJSON (RFC 7946); its features are checked one by one, so that each that is wrong is named. */
export const importPlacesRequest = z.looseObject({
  type: z.literal('FeatureCollection', coded('geojson_collection')),
  features: z.array(z.unknown(), coded('geojson_collection')),
})
export type ImportPlacesRequest = z.input<typeof importPlacesRequest>
export const importedPlacesResponse = z.object({ created: z.number().int(), changed: z.number().int() })

/** Absent: unchanged. `placeId` null: none is given, and the arrival finds one; `clientId` null: that of the place. */
export const destinationRequest = z
  .object({ placeId: id.nullish(), clientId: id.nullish() })
  .refine(({ placeId, clientId }) => placeId !== undefined || clientId !== undefined, {
    error: coded('place_or_client_required'),
  })
export type DestinationRequest = z.input<typeof destinationRequest>

/** What a driver's phone may know of the supervisor's places in use. */
export const driverPlacesResponse = z.array(placeResponse.pick({ id: true, name: true, shape: true }))
export type DriverPlace = z.infer<typeof driverPlacesResponse>[number]
