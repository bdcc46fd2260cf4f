import type { ErrorBody, ErrorCode } from '#contract/http/errors'
import type { Owed } from '#domain/account/owed'
import { type Said, say } from '../../text/messages.ts'

type Extra = Partial<Omit<ErrorBody, 'error' | 'code' | 'operation' | keyof Said>> & {
  /** What clients show instead of `error`: it tells more, such as the way out. */
  more?: Said
  operation?: object
  supportEmail?: string
  retryAfterSeconds?: number
  /** Bounds of a time, ISO 8601; null: none. */
  earliest?: string | null
  latest?: string | null
}

/** An answer that is not a success, thrown from wherever the request ends; the error handler writes it. */
export class Problem extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly extra: Extra

  readonly said: Said | ErrorCode

  /** `said`: what people read; where the specification quotes a code word for `error`, that word and `more`. */
  constructor(status: number, code: ErrorCode, said: Said | ErrorCode, extra: Extra = {}) {
    // An answer, not a fault: nobody reads its stack, which takes 24 microseconds.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(typeof said === 'string' ? said : said.message)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.code = code
    this.said = said
    this.extra = extra
  }

  body(): Record<string, unknown> {
    const { retryAfterSeconds: _, more, ...rest } = this.extra
    const { message: _own, ...own } = typeof this.said === 'string' ? { message: '' } : this.said
    return { error: this.message, code: this.code, ...(more ?? own), ...rest }
  }
}

export const unauthorized = (): Problem => new Problem(401, 'unauthorized', say('unauthorized'))

export const forbidden = (said: Said): Problem => new Problem(403, 'forbidden', said)

export const notFound = (said: Said): Problem => new Problem(404, 'not_found', said)

export const badJson = (): Problem => new Problem(400, 'bad_json', say('json_invalid'))

export const premiumRequired = (): Problem => new Problem(403, 'premium', say('premium_required'))

/** The caller has to do something first: the page leads them to it. */
const OWED_CODES = { own_password: 'own_password_required', second_factor: 'second_factor_missing' } as const

export function owing(owed: Owed): Problem {
  const code = OWED_CODES[owed]
  return new Problem(403, code, say(code))
}

/** `begins`: of all that are refused until then, this is the first. */
export class RateLimited extends Problem {
  readonly begins: boolean

  constructor(retryAfterSeconds: number, said: Said = say('rate_limited'), begins = false) {
    super(429, 'rate_limited', said, { retryAfterSeconds })
    this.begins = begins
  }
}

const PROOF_MS = 10 * 60 * 1000

/** Whether a password or key that was given at `provenAt` (epoch milliseconds) is enough for what cannot be undone. */
export const isRecentProof = (provenAt: number, now: number): boolean => now - provenAt < PROOF_MS

/** Only a right password, or key, is answered with this. */
export const secondFactorProblem = (code: 'second_factor_required' | 'second_factor_wrong'): Problem =>
  new Problem(401, code, say(code))

/** The page asks for the password, or the key, and repeats the call. */
export const proofRequired = (code: 'proof_required' | 'admin_proof_required'): Problem =>
  new Problem(403, 'proof_required', say(code))

/** The first detail says what is wrong; `path`: dotted path of the field, empty for the whole. */
export function invalid(details: (Said & { path: string })[]): Problem {
  const { path: _, ...more } = details[0] ?? { path: '', ...say('data_invalid') }
  return new Problem(400, 'validation', say('data_invalid'), { more, details })
}
