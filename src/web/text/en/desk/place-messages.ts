import type { MessageWords } from '#contract/http/messages'

/** What the server says about places. */
export const placeMessages = {
  place_not_found: 'The place was not found.',
  client_not_found: 'The client was not found.',
  place_name_taken: ({ name }) => `There is already a place called “${name}”`,
  place_limit: ({ limit }) => `You already have ${limit} places. Retire one that you do not use.`,
  client_limit: ({ limit }) => `You already have ${limit} clients.`,
  place_name_required: 'Write a name',
  place_name_too_long: ({ max }) => `The name must have at most ${max} characters`,
  place_kind: 'Choose what it is: park, port, yard or customer',
  place_or_client_required: 'Choose a place or a customer',
  place_radius: 'The radius is 20 to 20,000 metres',
  place_vertices: 'The polygon takes 3 to 500 different points',
  place_too_large: 'The place measures more than 40 kilometres',
  place_free_minutes: 'The free time is 0 to 43,200 minutes (30 days)',
  place_facility: 'Write a UN/LOCODE (MXZLO) or a BIC facility code (MXZLOABCD)',
  time_zone_unknown: 'Not a known time zone',
  geojson_collection: 'The file is not a GeoJSON with a list of places (FeatureCollection)',
  geojson_feature: 'Not a place (Feature) with properties and a geometry',
  geojson_geometry: 'The geometry must be a point with a radius, or a polygon without holes',
  geojson_ring: 'The ring of the polygon does not close at its first point',
  geojson_radius: 'The point lacks the property “radius”, in metres',
  geojson_same_name: ({ name }) => `The file has two places called “${name}”`,
} satisfies Partial<MessageWords>
