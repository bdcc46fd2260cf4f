import { z } from 'zod'
import { LINK_DAYS, LINK_LEVELS, LINK_NAME } from '#domain/container/share-link'
import { coded } from '../messages.ts'
import { line } from '../text.ts'

/** The link that every operation has: its operation key. */
export const DEFAULT_LINK = 'default'

export const linkResponse = z.object({
  /** For revoking it; `default` is the operation key. */
  id: z.union([z.literal(DEFAULT_LINK), z.number().int()]),
  /** null: the default link. */
  name: z.string().nullable(),
  level: z.enum(LINK_LEVELS),
  /** It tells when the truck is expected; never at level `status`. */
  tellsArrival: z.boolean(),
  /** null: the token cannot be told any more, because the product's secret is another one; the link works. */
  url: z.string().nullable(),
  state: z.enum(['valid', 'expired', 'revoked']),
  /**
   * null: the default link of an active operation. A day after the end it expires, and shows what the bare number shows.
   */
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** Openings of the page, at most a few seconds old; polls and reloads within half an hour are none. */
  views: z.object({
    count: z.number().int(),
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
  }),
})
export type LinkResponse = z.infer<typeof linkResponse>

/** The default link first, then the others, oldest first. */
export const linksResponse = z.array(linkResponse)

export const createLinkRequest = z.object({
  name: line().min(1, coded('link_name_required')).max(LINK_NAME.max, coded('link_name_too_long')),
  level: z.enum(LINK_LEVELS),
  tellsArrival: z.boolean().default(false),
  days: z.number().int().min(1, coded('link_days_invalid')).max(LINK_DAYS.max, coded('link_days_invalid')),
})
export type CreateLinkRequest = z.input<typeof createLinkRequest>

/** An operation that a valid link opens, active or not. */
export const linkedOperationResponse = z.object({
  containerId: z.string(),
  displayContainerId: z.string(),
  isActive: z.boolean(),
  /** Valid links of which something is stored; a default link only once it was shared or opened. */
  links: z.number().int(),
  views: z.number().int(),
})
export type LinkedOperationResponse = z.infer<typeof linkedOperationResponse>

/** The newest links first. */
export const linkedOperationsResponse = z.array(linkedOperationResponse)
