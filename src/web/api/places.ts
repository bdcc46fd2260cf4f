import { queryOptions } from '@tanstack/react-query'
import type { OperationResponse } from '#contract/http/operations'
import type {
  DestinationRequest,
  ImportedPlaces,
  OutsideResponse,
  PlaceRequest,
  PlaceResponse,
  PlacesResponse,
  SuggestedPlace,
} from '#contract/http/places'
import { request } from '../lib/http.ts'
import { getQuery, translatedQuery } from './get-query.ts'
import { toOperation } from './operation.ts'

export const placesPath = '/api/supervisor/places'
const STALE_MS = 60_000
/** A file of 200 places takes longer than other calls. */
const IMPORT_MS = 60_000

/** The supervisor's places, retired ones too, and clients. */
export const placesQuery = queryOptions({ ...getQuery<PlacesResponse>(placesPath), staleTime: STALE_MS })

export const suggestedPlacesQuery = queryOptions({
  ...getQuery<SuggestedPlace[]>(`${placesPath}/suggested`),
  staleTime: STALE_MS,
})

/** Of each active operation with steps outside its place, the newest such step; `metres` to the border. */
export const outsideQuery = queryOptions(
  translatedQuery(`${placesPath}/outside`, (found: OutsideResponse) =>
    found.map(({ containerId, ...step }) => ({ operationKey: containerId, ...step })),
  ),
)

/** Where the browser downloads the places in use. */
export const placesFile = `${placesPath}/geojson`

export const createPlace = (place: PlaceRequest): Promise<PlaceResponse & { operations: number }> =>
  request('POST', placesPath, place)

export const changePlace = (id: number, place: PlaceRequest): Promise<PlaceResponse> =>
  request('PUT', `${placesPath}/${id}`, place)

export const retirePlace = (id: number): Promise<null> => request('DELETE', `${placesPath}/${id}`)

export const importPlaces = (geoJson: unknown): Promise<ImportedPlaces> =>
  request('POST', placesFile, geoJson, { timeoutMs: IMPORT_MS })

/** Gives an active operation a place or a client; answers the operation. */
export const giveDestination = async (operationKey: string, destination: DestinationRequest) =>
  toOperation(
    await request<OperationResponse>(
      'PUT',
      `/api/containers/${encodeURIComponent(operationKey)}/destination`,
      destination,
    ),
  )
