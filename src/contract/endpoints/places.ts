import { z } from 'zod'
import {
  createdPlaceResponse,
  destinationRequest,
  importedPlacesResponse,
  importPlacesRequest,
  outsideResponse,
  placeRequest,
  placeResponse,
  placesResponse,
  suggestedPlacesResponse,
  tracksQuery,
  tracksResponse,
} from '../http/driver/places.ts'
import { file } from '../http/file.ts'
import { operationResponse } from '../http/operations.ts'
import { endpointsOf } from './endpoint.ts'
import { byOperation, byPlace, byTile } from './params.ts'

/** 200 polygons of 500 points, each with a dozen digits. */
const IMPORT_BYTES = 6 * 1024 * 1024

export const placesEndpoints = endpointsOf(
  { tag: 'Lugares', audience: 'supervisor', feature: 'realTimeInfo', cost: 'light' },
  {
    'POST /api/supervisor/places/geojson': {
      cost: 'bulk',
      bodyLimit: IMPORT_BYTES,
      consumes: ['application/json', 'application/geo+json'],
      summary: 'Importar lugares de un GeoJSON: los nuevos se agregan, los del mismo nombre cambian',
      description: 'Todos o ninguno; `details` dice qué elemento está mal y por qué.',
      body: importPlacesRequest,
      answer: importedPlacesResponse,
      errors: [409],
    },
    'GET /api/supervisor/places': {
      cost: 'large',
      summary: 'Los lugares propios, también los retirados, y los clientes',
      answer: placesResponse,
    },
    'POST /api/supervisor/places': {
      cost: 'figures',
      summary:
        'Crear un lugar; lo reciben también las operaciones recientes que llegaron ahí y no tienen otro',
      body: placeRequest,
      answer: createdPlaceResponse,
      status: 201,
      errors: [409],
    },
    'PUT /api/supervisor/places/:placeId': {
      params: byPlace,
      summary: 'Cambiar un lugar',
      body: placeRequest,
      answer: placeResponse,
      errors: [404, 409],
    },
    'DELETE /api/supervisor/places/:placeId': {
      params: byPlace,
      summary: 'Retirar un lugar; las operaciones que lo tienen lo conservan',
      errors: [404],
    },
    'GET /api/supervisor/places/suggested': {
      cost: 'figures',
      summary: 'Dónde suelen llegar los viajes de los últimos 90 días, donde no hay lugar',
      answer: suggestedPlacesResponse,
    },
    'GET /api/supervisor/places/tracks': {
      cost: 'figures',
      summary: 'Por dónde pasaron los viajes de los últimos 28 días en una parte del mapa',
      query: tracksQuery,
      answer: tracksResponse,
    },
    'GET /api/supervisor/places/outside': {
      cost: 'figures',
      summary: 'Operaciones activas con pasos registrados fuera de su lugar',
      answer: outsideResponse,
    },
    'GET /api/tiles/:z/:x/:y': {
      params: byTile,
      tagged: true,
      summary: 'Tesela del mapa, del archivo de TILE_FILE; 204 donde el archivo no tiene',
      answer: file('Imagen, o tesela vectorial (MVT, comprimida con gzip si así está en el archivo)', {
        'image/png': z.file(),
        'image/jpeg': z.file(),
        'image/webp': z.file(),
        'image/avif': z.file(),
        'application/vnd.mapbox-vector-tile': z.file(),
      }),
      errors: [404],
    },
    'GET /api/supervisor/places/geojson': {
      cost: 'exports',
      summary: 'Archivo GeoJSON de los lugares en uso',
      answer: file('GeoJSON (RFC 7946)', { 'application/geo+json': importPlacesRequest }),
    },
    'PUT /api/containers/:containerId/destination': {
      params: byOperation,
      summary: 'Dar lugar o cliente a una operación activa; `placeId` null: el de la llegada',
      body: destinationRequest,
      answer: operationResponse,
      errors: [404, 409],
    },
  },
)
