import type { ContractRequest, ContractResponse } from '#contract/http/detention'
import { type Charge, chargeOf } from '#domain/detention/charge'
import {
  DEFAULT_BLOCK_MINUTES,
  DETENTION_LIMITS,
  type DetentionBasis,
  ratesFault,
} from '#domain/detention/contract'
import { centavosOf, pesos } from '#domain/detention/money'
import type { OperationType } from '#domain/operation/steps'
import { amountText } from '../../lib/amount-text.ts'
import { type FieldErrors, found } from '../../lib/field-errors.ts'
import { detentionText as text } from '../../text/detention.ts'

/** A contract as it is typed. */
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
  /** Pesos per hour; `upto` minutes of the first step, '': there is one rate for all. */
  rate: string
  upto: string
  rateBeyond: string
  /** `HH:mm`; '': none. */
  pauseFrom: string
  pauseTo: string
  /** `yyyy-MM-dd`; `validUntil` '': without end. */
  validFrom: string
  validUntil: string
}

export const emptyContract = (today: string): ContractForm => ({
  name: '',
  clientId: '',
  placeId: '',
  operationType: '',
  basis: 'visit',
  freeMinutes: '',
  blockMinutes: String(DEFAULT_BLOCK_MINUTES),
  rate: '',
  upto: '',
  rateBeyond: '',
  pauseFrom: '',
  pauseTo: '',
  validFrom: today,
  validUntil: '',
})

const typed = (value: number | string | null): string => (value === null ? '' : String(value))
const typedRate = (centavos: number | undefined): string =>
  centavos === undefined ? '' : pesos(centavos).replace('$ ', '')

/** The form of a contract; null: it has more steps or pauses than the form, which only the API can change. */
export function formOf(contract: ContractResponse): ContractForm | null {
  const [first, second, ...more] = contract.rates
  const [pause, ...morePauses] = contract.pauses
  if (more.length > 0 || morePauses.length > 0) return null
  return {
    name: contract.name,
    clientId: typed(contract.clientId),
    placeId: typed(contract.placeId),
    operationType: contract.operationType ?? '',
    basis: contract.basis,
    freeMinutes: typed(contract.freeMinutes),
    blockMinutes: String(contract.blockMinutes),
    rate: typedRate(first?.centavosPerHour),
    upto: typed(first?.uptoMinutes ?? null),
    rateBeyond: typedRate(second?.centavosPerHour),
    pauseFrom: pause?.from ?? '',
    pauseTo: pause?.to ?? '',
    validFrom: contract.validFrom,
    validUntil: contract.validUntil ?? '',
  }
}

const wholeOf = (typedText: string, max: number): number | null => {
  const value = /^\d{1,6}$/.test(typedText.trim()) ? Number(typedText) : null
  return value !== null && value <= max ? value : null
}

/** What is sent, or the fields that are wrong. */
export function readContract(form: ContractForm): ContractRequest | { errors: FieldErrors<ContractForm> } {
  const free = wholeOf(form.freeMinutes, DETENTION_LIMITS.freeMinutes)
  const block = wholeOf(form.blockMinutes, DETENTION_LIMITS.blockMinutes)
  const rate = centavosOf(form.rate)
  const isStepped = form.upto.trim() !== ''
  const upto = wholeOf(form.upto, DETENTION_LIMITS.stepMinutes)
  const beyond = centavosOf(form.rateBeyond)
  const hasPause = form.pauseFrom !== '' || form.pauseTo !== ''
  const errors = found<ContractForm>({
    name: form.name.trim() === '' ? text.nameRequired : undefined,
    freeMinutes: form.freeMinutes.trim() !== '' && free === null ? text.minutesWrong : undefined,
    blockMinutes: !block ? text.minutesWrong : undefined,
    rate: rate === null ? text.rateWrong : undefined,
    upto: isStepped && !upto ? text.minutesWrong : undefined,
    rateBeyond: isStepped && beyond === null ? text.rateWrong : undefined,
    pauseFrom: hasPause && form.pauseFrom === '' ? text.pauseWrong : undefined,
    pauseTo: hasPause && form.pauseTo === '' ? text.pauseWrong : undefined,
    validFrom: form.validFrom === '' ? text.dayWrong : undefined,
    validUntil: form.validUntil !== '' && form.validUntil < form.validFrom ? text.daysWrong : undefined,
  })
  if (Object.keys(errors).length > 0) return { errors }
  const open = { uptoMinutes: null, centavosPerHour: (isStepped ? beyond : rate) ?? 0 }
  const rates = isStepped ? [{ uptoMinutes: upto, centavosPerHour: rate ?? 0 }, open] : [open]
  return {
    name: form.name.trim(),
    clientId: form.clientId === '' ? null : Number(form.clientId),
    placeId: form.placeId === '' ? null : Number(form.placeId),
    operationType: form.operationType || null,
    basis: form.basis,
    freeMinutes: free,
    blockMinutes: block ?? DEFAULT_BLOCK_MINUTES,
    rates,
    pauses: hasPause ? [{ from: form.pauseFrom, to: form.pauseTo }] : [],
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
  if ('errors' in read || ratesFault(read.rates) !== null) return null
  return chargeOf(countedMinutes, { ...read, freeMinutes: read.freeMinutes ?? freeOfPlace ?? 0 })
}

/** `840.00, luego 1,200.00`: the rates in short. */
export const ratesText = (rates: ContractResponse['rates']): string =>
  rates
    .map(({ uptoMinutes, centavosPerHour }) =>
      uptoMinutes === null
        ? amountText(centavosPerHour)
        : text.upto(amountText(centavosPerHour), uptoMinutes),
    )
    .join(text.beyond)
