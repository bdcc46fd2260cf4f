import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateLinkRequest, LinkResponse } from '#contract/http/public/links'
import type { LinkLevel } from '#domain/container/share-link'
import { createLink, linksQuery, revokeLink } from '../../../api/desk/operation-links.ts'
import { createLink as shareOperation } from '../../../api/desk/supervisor-operations.ts'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import type { Operation } from '../../../api/operation.ts'
import { HttpError } from '../../../lib/http.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { operationLinksText as text } from '../../../text/desk.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'

/** Whose links are shown. */
export interface LinkedOperation {
  operationKey: string
  /** For the title: the container's number. */
  name: string
  /** To be shared at once; absent: its links are listed. */
  sharing?: Operation
}

const MIN_LEFT_MS = 24 * 60 * 60 * 1000
const SHARED_DAYS = 7

/**
 * The address of a link at `level` to send to somebody. `full` is the link of the operation itself; below that, the one that
 * was made for sharing before and lasts for another day, else a new one. @throws HttpError, NetworkError
 */
export async function linkToShare(
  client: QueryClient,
  operationKey: string,
  level: LinkLevel,
): Promise<string> {
  if (level === 'full') return shareOperation(operationKey)
  const query = linksQuery(operationKey)
  const links = await client.ensureQueryData(query)
  const lasting = serverNow() + MIN_LEFT_MS
  const made = links.find(
    (link) =>
      link.name === text.sharedName &&
      link.level === level &&
      link.state === 'valid' &&
      Date.parse(link.expiresAt ?? '') > lasting,
  )
  if (made?.url) return made.url
  const tellsArrival = level !== 'status'
  const link = await createLink(operationKey, {
    name: text.sharedName,
    level,
    tellsArrival,
    days: SHARED_DAYS,
  })
  void client.invalidateQueries({ queryKey: query.queryKey })
  if (link.url === null) throw new Error('a new link has its address')
  return link.url
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
