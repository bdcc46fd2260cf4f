import type {
  CreateEvidenceLinkRequest,
  EvidenceLinkResponse,
  EvidenceResponse,
  IssueEvidenceRequest,
} from '#contract/http/evidence'
import { request } from '../lib/http.ts'
import { respond } from '../lib/respond.ts'
import { getQuery } from './get-query.ts'

const PATH = '/api/evidence'

/** What a pack is about: one operation, or a month (`yyyy-MM`) of a client. */
export type PackSubject = { operationKey: string } | { clientId: number; month: string }

/** A pack to be opened, and what people call it. */
export interface PackTarget {
  subject: PackSubject
  name: string
}

/** The newest version, or the next one where something has changed. */
const issue = (subject: PackSubject): Promise<EvidenceResponse> => {
  const asked: IssueEvidenceRequest =
    'operationKey' in subject ? { containerId: subject.operationKey } : subject
  return request('POST', PATH, asked)
}

/** Issues a pack, and gives its file. @throws HttpError, NetworkError */
export async function evidenceFile(
  subject: PackSubject,
  format: 'pdf' | 'csv',
  language: 'es' | 'en',
): Promise<Response> {
  const { hash } = await issue(subject)
  return respond(`${PATH}/${hash}/file?format=${format}&language=${language}`, {})
}

/** The links to a pack, of any version, oldest first. */
export function packLinksQuery(subject: PackSubject) {
  const asked =
    'operationKey' in subject
      ? { containerId: subject.operationKey }
      : { clientId: String(subject.clientId), month: subject.month }
  return getQuery<EvidenceLinkResponse[]>(`${PATH}/links?${new URLSearchParams(asked)}`)
}

/** Issues a pack, and makes a link to this version. */
export async function createPackLink(
  subject: PackSubject,
  link: CreateEvidenceLinkRequest,
): Promise<EvidenceLinkResponse> {
  const { hash } = await issue(subject)
  return request('POST', `${PATH}/${hash}/links`, link)
}

/** Revoking twice is one revocation. */
export const revokePackLink = (id: number): Promise<unknown> => request('DELETE', `${PATH}/links/${id}`)
