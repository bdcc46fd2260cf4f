import { queryOptions } from '@tanstack/react-query'
import type { EndpointName } from '#contract/endpoints/all'
import type { RequestOptions } from '../../lib/http.ts'
import { adminText as text } from '../../text/console.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type Answer, type Given, type Input, send, type Written, writtenPath } from '../call.ts'
import { type AdminFailure, adminFailure, NotJsonError } from './failure.ts'
import { endAdminSession, sessionGeneration } from './session.ts'

const TIMEOUT_MS = 30_000
const STALE_MS = 10_000
const TOAST_MS = 5_000

/**
 * One call of the administrator, authenticated by the cookie alone. A 401 ends the session in the page too. A call
 * without a usable answer shows a toast.
 * @throws AdminFailure with the sentence to show; an abort by the query library stays what it is
 */
export function adminRequest<N extends EndpointName>(
  name: N,
  ...given: Given<Input<N> & RequestOptions>
): Promise<Answer<N>>
export function adminRequest(name: string, given: Written = {}): Promise<unknown> {
  return adminSend(name, given)
}

async function adminSend(name: string, given: Written): Promise<unknown> {
  const generation = sessionGeneration()
  try {
    const answer = await send(name, { timeoutMs: TIMEOUT_MS, ...given })
    if (typeof answer === 'string') throw new NotJsonError(name)
    return answer
  } catch (error) {
    if (given.signal?.aborted) throw error
    const failure = adminFailure(error)
    if (failure.status === 401 && name !== 'POST /api/admin/login' && generation === sessionGeneration()) {
      endAdminSession({ ended: true })
    }
    if (failure.kind !== 'refused') {
      toast({
        id: 'admin-connection',
        title: text.connectionError,
        description: failure.message,
        variant: 'destructive',
        durationMs: TOAST_MS,
      })
    }
    throw failure
  }
}

/** A read of the console. `retries`: after a failure, but never after a refused session or a missing user. */
export function adminQuery<N extends EndpointName>(
  name: N,
  ...[given]: Given<Input<N> & { retries?: number }>
) {
  const { retries = 0, ...input }: Written & { retries?: number } = given ?? {}
  return queryOptions<Answer<N>, AdminFailure>({
    queryKey: [writtenPath(name, input)],
    queryFn: async ({ signal }) => (await adminSend(name, { ...input, signal })) as Answer<N>,
    staleTime: STALE_MS,
    retry: (count, { status }) => count < retries && status !== 401 && status !== 404,
  })
}
