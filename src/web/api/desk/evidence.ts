import type { CreateEvidenceLinkRequest, EvidenceResponse } from '#contract/http/desk/evidence'
import { call, callForResponse, getQuery } from '../call.ts'

/** What a pack is about: one operation, or a month (`yyyy-MM`) of a client. */
export type PackSubject = { operationKey: string } | { clientId: number; month: string }

/** A pack to be opened, and what people call it. */
export interface PackTarget {
  subject: PackSubject
  name: string
}

/** The newest version, or the next one where something has changed. */
const issue = (subject: PackSubject): Promise<EvidenceResponse> =>
  call('POST /api/evidence', {
    body: 'operationKey' in subject ? { containerId: subject.operationKey } : subject,
  })

/** Issues a pack, and gives its file. @throws HttpError, NetworkError */
export async function evidenceFile(
  subject: PackSubject,
  format: 'pdf' | 'csv',
  language: 'es' | 'en',
): Promise<Response> {
  const { hash } = await issue(subject)
  return callForResponse('GET /api/evidence/:hash/file', { params: { hash }, query: { format, language } })
}

/** The links to a pack, of any version, oldest first. */
export function packLinksQuery(subject: PackSubject) {
  const query =
    'operationKey' in subject
      ? { containerId: subject.operationKey }
      : { clientId: String(subject.clientId), month: subject.month }
  return getQuery('GET /api/evidence/links', { query })
}

/** Issues a pack, and makes a link to this version. */
export async function createPackLink(subject: PackSubject, body: CreateEvidenceLinkRequest) {
  const { hash } = await issue(subject)
  return call('POST /api/evidence/:hash/links', { params: { hash }, body })
}

/** Issues a pack and makes a link to it, which is mailed to `email`; null: the caller hands it over. It counts as sent then. */
export async function sendPack(subject: PackSubject, email: string | null) {
  const { hash } = await issue(subject)
  return call('POST /api/evidence/:hash/send', { params: { hash }, body: { email } })
}

/** Revoking twice is one revocation. */
export const revokePackLink = (id: number) =>
  call('DELETE /api/evidence/links/:linkId', { params: { linkId: id } })
