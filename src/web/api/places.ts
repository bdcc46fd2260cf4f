import { queryOptions } from '@tanstack/react-query'
import type { DestinationRequest, ImportPlacesRequest, PlaceRequest } from '#contract/http/driver/places'
import type { Box } from '#domain/place/tracks'
import { call, getQuery, pathOf, translatedQuery } from './call.ts'
import { toOperation } from './operation.ts'

export const placesPath = pathOf('GET /api/supervisor/places')
const STALE_MS = 60_000
/** Four weeks look the same a little later. */
const TRACKS_STALE_MS = 10 * 60_000
/** A file of 200 places takes longer than other calls. */
const IMPORT_MS = 60_000

/** The supervisor's places, retired ones too, and clients. */
export const placesQuery = queryOptions({ ...getQuery('GET /api/supervisor/places'), staleTime: STALE_MS })

export const suggestedPlacesQuery = queryOptions({
  ...getQuery('GET /api/supervisor/places/suggested'),
  staleTime: STALE_MS,
})

/** Where the own trips of the last weeks went in that part of the map. */
export const tracksQuery = (box: Box) =>
  queryOptions({
    ...getQuery('GET /api/supervisor/places/tracks', { query: { ...box } }),
    staleTime: TRACKS_STALE_MS,
  })

/** Of each active operation with steps outside its place, the newest such step; `metres` to the border. */
export const outsideQuery = queryOptions(
  translatedQuery('GET /api/supervisor/places/outside', (found) =>
    found.map(({ containerId, ...step }) => ({ operationKey: containerId, ...step })),
  ),
)

/** Where the browser downloads the places in use. */
export const placesFile = pathOf('GET /api/supervisor/places/geojson')

export const createPlace = (body: PlaceRequest) => call('POST /api/supervisor/places', { body })

export const changePlace = (placeId: number, body: PlaceRequest) =>
  call('PUT /api/supervisor/places/:placeId', { params: { placeId }, body })

export const retirePlace = (placeId: number) =>
  call('DELETE /api/supervisor/places/:placeId', { params: { placeId } })

export const importPlaces = (body: ImportPlacesRequest) =>
  call('POST /api/supervisor/places/geojson', { body, timeoutMs: IMPORT_MS })

/** Gives an active operation a place or a client; answers the operation. */
export const giveDestination = async (operationKey: string, body: DestinationRequest) =>
  toOperation(
    await call('PUT /api/containers/:containerId/destination', {
      params: { containerId: operationKey },
      body,
    }),
  )
