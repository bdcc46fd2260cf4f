import type {
  CreateOperatorRequest,
  OperatorMetricsResponse,
  OperatorResponse,
} from '#contract/http/people/operators'
import {
  displayNameViolation,
  OPERATOR_DISPLAY_NAME_MIN,
  PASSWORD,
  passwordViolation,
  phoneViolation,
  usernameViolation,
} from '#domain/account/fields'
import { LIMITS } from '#domain/account/limits'
import { type FieldErrors, found, serverErrors, violationText } from '../../../lib/field-errors.ts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { commonText } from '../../../text/page.ts'

export const EMPTY_OPERATOR = {
  username: '',
  displayName: '',
  password: '',
  mustChangePassword: true,
  phone: '',
}
export type NewOperator = typeof EMPTY_OPERATOR
export type GivenPassword = Pick<NewOperator, 'password' | 'mustChangePassword'>
export type OperatorInfo = Pick<NewOperator, 'displayName' | 'phone'>

const displayNameError = (value: string): string | undefined =>
  violationText(displayNameViolation(value, OPERATOR_DISPLAY_NAME_MIN))

const passwordError = (value: string): string | undefined =>
  violationText(passwordViolation(value, PASSWORD.minForOperator))

export function validateOperator(form: NewOperator): FieldErrors<NewOperator> {
  return found<NewOperator>({
    username: violationText(usernameViolation(form.username.trim())),
    displayName: displayNameError(form.displayName.trim()),
    password: passwordError(form.password),
    phone: violationText(phoneViolation(form.phone.trim())),
  })
}

export function validateInfo(form: OperatorInfo): FieldErrors<OperatorInfo> {
  return found<OperatorInfo>({
    displayName: displayNameError(form.displayName.trim()),
    phone: violationText(phoneViolation(form.phone.trim())),
  })
}

export function validatePassword({ password }: Pick<NewOperator, 'password'>) {
  return found<Pick<NewOperator, 'password'>>({ password: passwordError(password) })
}

/** What is sent: trimmed; an empty phone is left out. */
export function operatorPayload(form: NewOperator): CreateOperatorRequest {
  const { displayName, phone } = infoPayload(form)
  const { password, mustChangePassword } = form
  return { username: form.username.trim(), displayName, password, mustChangePassword, phone }
}

export function infoPayload(form: OperatorInfo): OperatorInfo {
  return { displayName: form.displayName.trim(), phone: form.phone.trim() }
}

export interface OperatorDialogProps {
  operator: OperatorResponse
  onClose: () => void
}

export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure'
  /** Field errors from the server. */
  readonly fields: FieldErrors<NewOperator>
  /** Free user names to offer instead of the taken one. */
  readonly suggestions: readonly string[]

  /** The server wants the supervisor's password first. */
  readonly needsProof: boolean

  constructor(
    message: string,
    fields: FieldErrors<NewOperator> = {},
    suggestions: readonly string[] = [],
    needsProof = false,
  ) {
    super(message)
    this.fields = fields
    this.suggestions = suggestions
    this.needsProof = needsProof
  }
}

/** What a failed call shows: the server's sentence, or `fallback`. */
export function operatorFailure(error: unknown, fallback: string): OperatorFailure {
  if (error instanceof NetworkError) return new OperatorFailure(commonText.noConnection)
  if (!(error instanceof HttpError)) return new OperatorFailure(fallback)
  return new OperatorFailure(
    error.said ?? fallback,
    serverErrors(error, EMPTY_OPERATOR),
    error.body.suggestions ?? [],
    error.code === 'proof_required',
  )
}

const fold = (value: string): string => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The operators whose username or display name contains the text. Ignores case and accents. */
export function searchOperators<Row extends Pick<OperatorResponse, 'username' | 'displayName'>>(
  operators: readonly Row[],
  typed: string,
): readonly Row[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return operators
  return operators.filter(
    ({ username, displayName }) => fold(username).includes(wanted) || fold(displayName).includes(wanted),
  )
}

/** The limit as a number: the wire carries it as text. */
export function limitOf(operatorLimit: string | undefined): number {
  const limit = Number.parseInt(operatorLimit ?? '', 10)
  return Number.isNaN(limit) ? LIMITS.operators : limit
}

/** Whether there is anything to show for an operator. */
export function hasMetrics(metrics: OperatorMetricsResponse): boolean {
  return metrics.totalOperations > 0 || metrics.totalEvents > 0
}

/** Shares of all recorded minutes, in percent; all zero when nothing was recorded. */
export function timeShares({ productive, unproductive, neutral }: OperatorMetricsResponse['times']) {
  const all = productive + unproductive + neutral
  const share = (minutes: number): number => (all > 0 ? (100 * minutes) / all : 0)
  return { productive: share(productive), unproductive: share(unproductive), neutral: share(neutral) }
}
