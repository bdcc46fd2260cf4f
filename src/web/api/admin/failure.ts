import type { CreateSupervisorRequest } from '#contract/http/console/admin'
import { type FieldErrors, serverErrors } from '../../lib/field-errors.ts'
import { HttpError, NetworkError, TimeoutError } from '../../lib/http.ts'
import { adminText as text } from '../../text/console.ts'

/** A 2xx answer that is not JSON: it came from a proxy. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError'
}

/** `refused`: an answer with an error status. The others: no usable answer came. */
export type FailureKind = 'network' | 'timeout' | 'not_json' | 'refused' | 'unknown'

/** The failure of an administrator's call; `message` is the sentence to show. */
export class AdminFailure extends Error {
  override readonly name = 'AdminFailure'
  readonly kind: FailureKind
  readonly status: number | null = null
  /** The server's own sentence; null when it gave none. */
  readonly said: string | null = null
  /** The server's field errors of the form 'Nuevo Supervisor'. */
  readonly fields: FieldErrors<CreateSupervisorRequest> = {}
  /** Free user names instead of a taken one. */
  readonly suggestions: readonly string[] = []
  readonly retryAfterSeconds: number | null = null
  /** The server wants the administrator key first. */
  readonly needsProof: boolean = false
  /** The key was right, and the code of the second factor is missing or wrong. */
  readonly wantsCode: boolean = false

  constructor(
    kind: FailureKind,
    message: string,
    details: Partial<Omit<AdminFailure, keyof Error | 'kind'>> = {},
  ) {
    super(message)
    this.kind = kind
    Object.assign(this, details)
  }
}

export function adminFailure(error: unknown): AdminFailure {
  if (error instanceof AdminFailure) return error
  if (error instanceof TimeoutError) return new AdminFailure('timeout', text.timeout)
  if (error instanceof NetworkError) return new AdminFailure('network', text.network)
  if (error instanceof NotJsonError) return new AdminFailure('not_json', text.notJson)
  if (error instanceof HttpError) return refusal(error)
  return new AdminFailure('unknown', text.unknownError)
}

/** The fields of 'Nuevo Supervisor', the console's only form with field errors. */
const JUDGED: CreateSupervisorRequest = { username: '', password: '', displayName: '' }

function refusal(error: HttpError): AdminFailure {
  const { status, statusText, code, body, said, retryAfterSeconds } = error
  return new AdminFailure('refused', said ?? text.http(status, statusText), {
    status,
    said,
    fields: serverErrors(error, JUDGED),
    suggestions: body.suggestions ?? [],
    retryAfterSeconds,
    needsProof: code === 'proof_required',
    wantsCode: code === 'second_factor_required' || code === 'second_factor_wrong',
  })
}

/** What the login shows. */
export function loginSentence(error: unknown): string {
  if (!(error instanceof AdminFailure)) return text.unknownError
  if (error.kind === 'refused') return error.said ?? text.loginFailed
  return error.message
}
