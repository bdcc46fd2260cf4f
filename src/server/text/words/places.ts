import type { MessageWords } from '#contract/http/messages'

/** Places, clients and GeoJSON. */
export const PLACES = {
  place_not_found: 'No se encontró el lugar.',
  client_not_found: 'No se encontró el cliente.',
  place_name_taken: ({ name }) => `Ya hay un lugar que se llama «${name}»`,
  place_limit: ({ limit }) => `Ya tiene ${limit} lugares. Retire uno que no use.`,
  client_limit: ({ limit }) => `Ya tiene ${limit} clientes.`,
  place_name_required: 'Escriba un nombre',
  place_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  place_kind: 'Elija qué es: parque, puerto, patio o cliente',
  place_or_client_required: 'Elija un lugar o un cliente',
  place_radius: 'El radio va de 20 a 20,000 metros',
  place_vertices: 'El polígono lleva de 3 a 500 puntos distintos',
  place_too_large: 'El lugar mide más de 40 kilómetros',
  place_free_minutes: 'El tiempo libre va de 0 a 43,200 minutos (30 días)',
  place_facility: 'Escriba un UN/LOCODE (MXZLO) o un código BIC de instalación (MXZLOABCD)',
  time_zone_unknown: 'No es una zona horaria conocida',
  geojson_collection: 'El archivo no es un GeoJSON con una lista de lugares (FeatureCollection)',
  geojson_feature: 'No es un lugar (Feature) con propiedades y geometría',
  geojson_geometry: 'La geometría debe ser un punto con radio o un polígono sin huecos',
  geojson_ring: 'El anillo del polígono no cierra en su primer punto',
  geojson_radius: 'Al punto le falta la propiedad «radius», en metros',
  geojson_same_name: ({ name }) => `El archivo tiene dos lugares que se llaman «${name}»`,
} satisfies Partial<MessageWords>
