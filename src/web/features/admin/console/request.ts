import { type Method, type RequestOptions, request } from '../../../lib/http.ts'
import { adminText as text } from '../../../text/admin.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { endAdminSession, sessionGeneration } from '../login/session.ts'
import { adminFailure, NotJsonError } from './failure.ts'

export const LOGIN_PATH = '/api/admin/login'
export const TIMEOUT_MS = 30_000
export const FEATURES_TIMEOUT_MS = 10_000
const TOAST_MS = 5_000

/**
 * One call of the administrator. The session's cookie is all that proves who calls. A 401 ends the session in the
 * page too; what got no usable answer is also said by a toast.
 * @throws AdminFailure with the sentence to show; what the query library cancelled stays what it is
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
