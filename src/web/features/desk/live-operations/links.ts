import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateLinkRequest, LinkResponse } from '#contract/http/links'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { createLink, linksQuery, revokeLink } from '../../../api/operation-links.ts'
import { HttpError } from '../../../lib/http.ts'
import { operationLinksText as text } from '../../../text/desk.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'

/** Whose links are shown. */
export interface LinkedOperation {
  operationKey: string
  /** For the title: the container's number. */
  name: string
}

/** A change of an operation's links: the list is refetched either way. */
function useChange<Wanted, Answer>(
  operationKey: string,
  call: (wanted: Wanted) => Promise<Answer>,
  fallback: string,
) {
  const client = useQueryClient()
  return useMutation<Answer, Error, Wanted>({
    mutationFn: (wanted) =>
      call(wanted).catch((error: unknown) => {
        refreshFeaturesAfter(client, error)
        throw new Error(error instanceof HttpError ? error.sentence : fallback)
      }),
    onSettled: () => client.invalidateQueries({ queryKey: linksQuery(operationKey).queryKey }),
  })
}

export function useCreateLink(operationKey: string) {
  const create = useChange(
    operationKey,
    (link: CreateLinkRequest) => createLink(operationKey, link),
    text.createFailed,
  )
  return {
    ...create,
    mutate: (link: CreateLinkRequest, { onSuccess }: { onSuccess: () => void }) =>
      create.mutate(link, {
        onSuccess: () => {
          toast({ title: text.created, id: 'link-created' })
          onSuccess()
        },
      }),
  }
}

export function useRevokeLink(operationKey: string) {
  const revoke = useChange(
    operationKey,
    (id: LinkResponse['id']) => revokeLink(operationKey, id),
    text.revokeFailed,
  )
  return {
    ...revoke,
    mutate: (id: LinkResponse['id'], { onSuccess }: { onSuccess: () => void }) =>
      revoke.mutate(id, {
        onSuccess: () => {
          toast({ title: text.revoked, id: 'link-revoked' })
          onSuccess()
        },
        onError: ({ message }) => toastFailure('link-revoked', text.revokeFailed, message),
      }),
  }
}
