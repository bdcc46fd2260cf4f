import type { ContractRequest, ContractResponse } from '#contract/http/desk/detention'
import { type Charge, chargeOf } from '#domain/detention/charge'
import { DEFAULT_BLOCK_MINUTES, DETENTION_LIMITS, type DetentionBasis } from '#domain/detention/contract'
import { centavosOf, pesos } from '#domain/detention/money'
import { coverDay } from '#domain/detention/pauses'
import { BASIS_POINTS } from '#domain/detention/tax'
import type { OperationType } from '#domain/operation/steps'
import { formatMinutes } from '#domain/time/duration'
import { amountText } from '../../../lib/amount-text.ts'
import { type FieldErrors, found } from '../../../lib/field-errors.ts'
import { detentionText as text } from '../../../text/desk.ts'

/**
 * A contract as it is typed. The fields of each rate step and each pause end in the number of their row, so that an error
 * stands beside its field and removing a row moves nothing.
 */
export interface ContractForm {
  name: string
  /** '': any. */
  clientId: string
  placeId: string
  operationType: OperationType | ''
  basis: DetentionBasis
  /** '': that of the place. */
  freeMinutes: string
  blockMinutes: string
  /** It was confirmed that there is no free time. */
  allCharged: boolean
  /** Percent; '': none. */
  tax: string
  /** Rows of the rate, in order. `rate` in pesos per hour, up to `upto` minutes; the last row has no limit. */
  steps: readonly number[]
  [rate: `rate${number}`]: string
  [upto: `upto${number}`]: string
  /** Rows of the pauses, `HH:mm`. */
  pauses: readonly number[]
  [from: `from${number}`]: string
  [to: `to${number}`]: string
  /** `yyyy-MM-dd`; `validUntil` '': without end. */
  validFrom: string
  validUntil: string
}

/** Percent, of Mexico. */
const USUAL_TAX = '16'

export const emptyContract = (today: string): ContractForm => ({
  name: '',
  clientId: '',
  placeId: '',
  operationType: '',
  basis: 'visit',
  freeMinutes: '',
  blockMinutes: String(DEFAULT_BLOCK_MINUTES),
  allCharged: false,
  tax: USUAL_TAX,
  steps: [0],
  rate0: '',
  upto0: '',
  pauses: [],
  validFrom: today,
  validUntil: '',
})

const newRow = (rows: readonly number[]): number => Math.max(-1, ...rows) + 1

/** With another step at the end: the one that was last gets a limit. */
export function withStep(form: ContractForm): ContractForm {
  const row = newRow(form.steps)
  return { ...form, steps: [...form.steps, row], [`rate${row}`]: '', [`upto${row}`]: '' }
}

export function withPause(form: ContractForm): ContractForm {
  const row = newRow(form.pauses)
  return { ...form, pauses: [...form.pauses, row], [`from${row}`]: '', [`to${row}`]: '' }
}

const typed = (value: number | string | null): string => (value === null ? '' : String(value))

export function formOf(contract: ContractResponse): ContractForm {
  const form: ContractForm = {
    name: contract.name,
    clientId: typed(contract.clientId),
    placeId: typed(contract.placeId),
    operationType: contract.operationType ?? '',
    basis: contract.basis,
    freeMinutes: typed(contract.freeMinutes),
    blockMinutes: String(contract.blockMinutes),
    allCharged: false,
    tax: contract.taxBasisPoints === 0 ? '' : String(contract.taxBasisPoints / 100),
    steps: contract.rates.map((_, row) => row),
    pauses: contract.pauses.map((_, row) => row),
    validFrom: contract.validFrom,
    validUntil: contract.validUntil ?? '',
  }
  contract.rates.forEach(({ uptoMinutes, centavosPerHour }, row) => {
    form[`rate${row}`] = pesos(centavosPerHour).replace('$ ', '')
    form[`upto${row}`] = typed(uptoMinutes)
  })
  contract.pauses.forEach(({ from, to }, row) => {
    form[`from${row}`] = from
    form[`to${row}`] = to
  })
  return form
}

const wholeOf = (typedText: string, max: number): number | null => {
  const value = /^\d{1,6}$/.test(typedText.trim()) ? Number(typedText) : null
  return value !== null && value <= max ? value : null
}

/** Basis points of a percentage with at most two decimals; null: it is none. */
function taxBasisPointsOf(percent: string): number | null {
  if (percent.trim() === '') return 0
  const value = Math.round(Number(percent) * 100)
  return /^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) && value <= BASIS_POINTS ? value : null
}

type Errors = { [Field in keyof ContractForm]?: string | undefined }

function readSteps(form: ContractForm): { rates: ContractRequest['rates']; errors: Errors } {
  const errors: Errors = {}
  let before = 0
  const rates = form.steps.map((row, index) => {
    const isLast = index === form.steps.length - 1
    const rate = centavosOf(form[`rate${row}`] ?? '')
    const upto = isLast ? null : wholeOf(form[`upto${row}`] ?? '', DETENTION_LIMITS.stepMinutes)
    if (rate === null || rate > DETENTION_LIMITS.centavosPerHour) errors[`rate${row}`] = text.rateWrong
    if (!isLast && !upto) errors[`upto${row}`] = text.minutesWrong
    else if (upto !== null && upto <= before) errors[`upto${row}`] = text.uptoWrong
    before = upto ?? before
    return { uptoMinutes: upto, centavosPerHour: rate ?? 0 }
  })
  return { rates, errors }
}

function readPauses(form: ContractForm): { pauses: ContractRequest['pauses']; errors: Errors } {
  const errors: Errors = {}
  const pauses = form.pauses.map((row) => {
    const [from, to] = [form[`from${row}`] ?? '', form[`to${row}`] ?? '']
    if (from === '') errors[`from${row}`] = text.timeWrong
    if (to === '') errors[`to${row}`] = text.timeWrong
    else if (to === from) errors[`to${row}`] = text.pauseWrong
    return { from, to }
  })
  const last = form.pauses.at(-1)
  if (last !== undefined && Object.keys(errors).length === 0 && coverDay(pauses)) {
    errors[`to${last}`] = text.pausesCoverDay
  }
  return { pauses, errors }
}

/**
 * Whether visits have no free time by what is typed: none here, and none of their place. `places`: to which the contract
 * applies.
 */
export function isAllCharged(
  { freeMinutes }: Pick<ContractForm, 'freeMinutes'>,
  places: readonly { freeMinutes: number | null }[],
): boolean {
  const typed = freeMinutes.trim()
  if (typed !== '') return wholeOf(typed, DETENTION_LIMITS.freeMinutes) === 0
  return places.length === 0 || places.some((place) => !place.freeMinutes)
}

/** What is sent, or the fields that are wrong. */
export function readContract(form: ContractForm): ContractRequest | { errors: FieldErrors<ContractForm> } {
  const free = wholeOf(form.freeMinutes, DETENTION_LIMITS.freeMinutes)
  const block = wholeOf(form.blockMinutes, DETENTION_LIMITS.blockMinutes)
  const tax = taxBasisPointsOf(form.tax)
  const { rates, errors: ratesWrong } = readSteps(form)
  const { pauses, errors: pausesWrong } = readPauses(form)
  const errors = found<ContractForm>({
    name: form.name.trim() === '' ? text.nameRequired : undefined,
    freeMinutes: form.freeMinutes.trim() !== '' && free === null ? text.minutesWrong : undefined,
    blockMinutes: !block ? text.minutesWrong : undefined,
    tax: tax === null ? text.taxWrong : undefined,
    ...ratesWrong,
    ...pausesWrong,
    validFrom: form.validFrom === '' ? text.dayWrong : undefined,
    validUntil: form.validUntil !== '' && form.validUntil < form.validFrom ? text.daysWrong : undefined,
  })
  if (Object.keys(errors).length > 0) return { errors }
  return {
    name: form.name.trim(),
    clientId: form.clientId === '' ? null : Number(form.clientId),
    placeId: form.placeId === '' ? null : Number(form.placeId),
    operationType: form.operationType || null,
    basis: form.basis,
    freeMinutes: free,
    blockMinutes: block ?? DEFAULT_BLOCK_MINUTES,
    rates,
    pauses,
    taxBasisPoints: tax ?? 0,
    validFrom: form.validFrom,
    validUntil: form.validUntil === '' ? null : form.validUntil,
  }
}

/** What a visit of so many counted minutes would cost by what is typed; null: not enough is typed. */
export function previewOf(
  form: ContractForm,
  countedMinutes: number,
  freeOfPlace: number | null,
): Charge | null {
  const read = readContract({ ...form, name: form.name || '-', validFrom: form.validFrom || '2026-01-01' })
  if ('errors' in read) return null
  return chargeOf(countedMinutes, { ...read, freeMinutes: read.freeMinutes ?? freeOfPlace ?? 0 })
}

/** `840.00, luego 1,200.00`: the rates in short. */
export const ratesText = (rates: ContractResponse['rates']): string =>
  rates
    .map(({ uptoMinutes, centavosPerHour }) =>
      uptoMinutes === null
        ? amountText(centavosPerHour)
        : text.ratesUpto(amountText(centavosPerHour), formatMinutes(uptoMinutes)),
    )
    .join(text.beyond)
