import { z } from 'zod'
import { letterResponse } from '../console/mails.ts'
import { id, idText } from '../id.ts'
import { emailAddress } from '../people/accounts.ts'
import { createLinkRequest, linkResponse } from '../public/links.ts'
import { line, text } from '../text.ts'
import { month } from './kpis.ts'

/** SHA-256 of a pack's content, hex. */
export const evidenceHash = z.string().regex(/^[0-9a-f]{64}$/)

/** Of one ended operation, or of one client's month. */
export const issueEvidenceRequest = z.union([
  z.object({ containerId: text().max(80) }),
  z.object({ clientId: id, month }),
])

export const evidenceResponse = z.object({
  hash: z.string(),
  version: z.number().int(),
  /** ISO 8601. */
  issuedAt: z.string(),
  /** Of the page that says to anybody whether the product issued it. */
  verifyUrl: z.string(),
})
export type EvidenceResponse = z.infer<typeof evidenceResponse>

/** Links to the versions of one pack: of an operation, or of a client's month. */
export const evidenceLinksQuery = z.union([
  z.object({ containerId: text().max(80) }),
  z.object({ clientId: idText, month }),
])

export const createEvidenceLinkRequest = createLinkRequest.pick({ name: true, days: true })
export type CreateEvidenceLinkRequest = z.input<typeof createEvidenceLinkRequest>

export const evidenceLinkResponse = linkResponse.omit({ level: true, tellsArrival: true }).extend({
  id: z.number().int(),
  /** Of the pack that it opens. */
  version: z.number().int(),
  /** The mail that carries it; null: it was not mailed, or more than a month ago. */
  mail: letterResponse.nullable(),
})
export type EvidenceLinkResponse = z.infer<typeof evidenceLinkResponse>

/** null: the caller hands the link over, by WhatsApp for example. */
export const sendEvidenceRequest = z.object({
  email: line('email_invalid').pipe(emailAddress).nullable(),
})

/** Oldest first. */
export const evidenceLinksResponse = z.array(evidenceLinkResponse)

export const EVIDENCE_FORMATS = ['pdf', 'csv'] as const
export const evidenceFileQuery = z.object({
  format: z.enum(EVIDENCE_FORMATS),
  language: z.enum(['es', 'en']).default('es'),
})
