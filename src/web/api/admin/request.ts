import { queryOptions } from '@tanstack/react-query'
import { type Method, type RequestOptions, request } from '../../lib/http.ts'
import { adminText as text } from '../../text/admin.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type AdminFailure, adminFailure, NotJsonError } from './failure.ts'
import { endAdminSession, sessionGeneration } from './session.ts'

export const LOGIN_PATH = '/api/admin/login'
const TIMEOUT_MS = 30_000
const STALE_MS = 10_000
const TOAST_MS = 5_000

/**
 * One call of the administrator, authenticated by the cookie alone. A 401 ends the session in the page too. A call
 * without a usable answer shows a toast.
 * @throws AdminFailure with the sentence to show; an abort by the query library stays what it is
 */
export async function adminRequest<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const generation = sessionGeneration()
  try {
    const answer = await request<unknown>(method, path, body, { timeoutMs: TIMEOUT_MS, ...options })
    if (typeof answer === 'string') throw new NotJsonError(path)
    return answer as T
  } catch (error) {
    if (options.signal?.aborted) throw error
    const failure = adminFailure(error)
    if (failure.status === 401 && path !== LOGIN_PATH && generation === sessionGeneration()) {
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
export function adminQuery<T>(path: string, { retries = 0 } = {}) {
  return queryOptions<T, AdminFailure>({
    queryKey: [path],
    queryFn: ({ signal }) => adminRequest<T>('GET', path, undefined, { signal }),
    staleTime: STALE_MS,
    retry: (count, { status }) => count < retries && status !== 401 && status !== 404,
  })
}
