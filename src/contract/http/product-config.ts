import { z } from 'zod'
import { REGISTRATION_MODES } from '#domain/account/registration'

/** `GET /api/config`: what the page needs before sign-in. Public. */
export const productConfigResponse = z.object({
  /** Address of map tiles with `{z}`, `{x}`, `{y}` (and `{s}`); null: maps are drawn without tiles. */
  tileUrl: z.string().nullable(),
  supportEmail: z.string(),
  /** IANA name of APP_TIMEZONE, whose days and months all figures count in. */
  timezone: z.string(),
  /** `admin`: registration needs an invitation, and the page shows no form for it. */
  registration: z.enum(REGISTRATION_MODES),
  /** After how many minutes without a person a desk ends; 0: never. */
  deskIdleMinutes: z.number().int(),
})
export type ProductConfigResponse = z.infer<typeof productConfigResponse>
