import { z } from 'zod'
import { REGISTRATION_MODES } from '#domain/account/registration'

/** What maps are drawn on. */
const mapTiles = z.object({
  /** Address of a tile, with `{z}`, `{x}`, `{y}` (and `{s}`). */
  tileUrl: z.string(),
  /** `vector`: Mapbox vector tiles with the layers of Protomaps, which the page draws. */
  kind: z.enum(['image', 'vector']),
  /** Whom the map names; null: nobody. */
  attribution: z.string().nullable(),
  /** Where there are tiles, in degrees; null: everywhere. */
  extent: z
    .object({
      south: z.number(),
      west: z.number(),
      north: z.number(),
      east: z.number(),
      minZoom: z.number().int(),
      maxZoom: z.number().int(),
    })
    .nullable(),
})
export type MapTiles = z.infer<typeof mapTiles>

/** `GET /api/config`: what the page needs before sign-in. Public. */
export const productConfigResponse = z.object({
  /** Null: maps are drawn without tiles. */
  tiles: mapTiles.nullable(),
  supportEmail: z.string(),
  /** IANA name of APP_TIMEZONE, whose days and months all figures count in. */
  timezone: z.string(),
  /** `admin`: registration needs an invitation, and the page shows no form for it. */
  registration: z.enum(REGISTRATION_MODES),
  /** After how many minutes without a person a desk ends; 0: never. */
  deskIdleMinutes: z.number().int(),
})
export type ProductConfigResponse = z.infer<typeof productConfigResponse>
