import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateEvidenceLinkRequest } from '#contract/http/desk/evidence'
import {
  createPackLink,
  evidenceFile,
  type PackSubject,
  packLinksQuery,
  revokePackLink,
} from '../../../api/desk/evidence.ts'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { HttpError } from '../../../lib/http.ts'
import { fileNameOf, saveFile } from '../../../lib/save-file.ts'
import { operationLinksText, evidenceText as text } from '../../../text/desk.ts'
import { language } from '../../../text/language.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'

const sentenceOf = (error: unknown, fallback: string): string =>
  error instanceof HttpError ? error.sentence : fallback

export function useEvidenceFile(subject: PackSubject) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (format: 'pdf' | 'csv') => {
      const response = await evidenceFile(subject, format, language)
      const name = fileNameOf(response.headers.get('content-disposition'), `expediente.${format}`)
      saveFile(await response.blob(), name)
      return name
    },
    onSuccess: (name) => toast({ title: text.downloaded, description: name, id: 'evidence' }),
    onError: (error) => {
      refreshFeaturesAfter(client, error)
      toastFailure('evidence', text.failed, sentenceOf(error, text.failed))
    },
  })
}

/** A change of the links to a pack: the list is refetched either way. */
function useChange<Wanted>(
  subject: PackSubject,
  call: (wanted: Wanted) => Promise<unknown>,
  words: { done: string; failed: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => toast({ title: words.done, id: 'pack-links' }),
    onError: (error) => {
      refreshFeaturesAfter(client, error)
      toastFailure('pack-links', words.failed, sentenceOf(error, words.failed))
    },
    onSettled: () => client.invalidateQueries({ queryKey: packLinksQuery(subject).queryKey }),
  })
}

export const useCreatePackLink = (subject: PackSubject) =>
  useChange(subject, (link: CreateEvidenceLinkRequest) => createPackLink(subject, link), {
    done: operationLinksText.created,
    failed: operationLinksText.createFailed,
  })

export const useRevokePackLink = (subject: PackSubject) =>
  useChange(subject, revokePackLink, {
    done: operationLinksText.revoked,
    failed: operationLinksText.revokeFailed,
  })
