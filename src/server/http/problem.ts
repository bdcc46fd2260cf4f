import type { ErrorBody, ErrorCode, ValidationIssue } from '#contract/http/errors'

type Extra = Partial<Omit<ErrorBody, 'error' | 'code' | 'operation'>> & {
  operation?: object
  supportEmail?: string
  retryAfterSeconds?: number
}

/** An answer that is not a success, thrown from wherever the request ends; the error handler writes it. */
export class Problem extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly extra: Extra

  /** `error` is the sentence (or the spec's code word) that clients show when there is no `message`. */
  constructor(status: number, code: ErrorCode, error: string, extra: Extra = {}) {
    super(error)
    this.status = status
    this.code = code
    this.extra = extra
  }

  body(): Record<string, unknown> {
    const { retryAfterSeconds: _, ...rest } = this.extra
    return { error: this.message, code: this.code, ...rest }
  }
}

export const unauthorized = (): Problem => new Problem(401, 'unauthorized', 'No autorizado')

export const forbidden = (message: string): Problem => new Problem(403, 'forbidden', message)

export const notFound = (message: string): Problem => new Problem(404, 'not_found', message)

export const premiumRequired = (): Problem => new Problem(403, 'premium', 'Función premium no disponible')

export const rateLimited = (retryAfterSeconds: number): Problem =>
  new Problem(429, 'rate_limited', 'Demasiados intentos. Espere un momento y vuelva a intentarlo.', {
    retryAfterSeconds,
  })

export const invalid = (details: ValidationIssue[]): Problem =>
  new Problem(400, 'validation', 'Datos no válidos', {
    ...(details[0] ? { message: details[0].message } : {}),
    details,
  })
