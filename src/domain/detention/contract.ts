import type { OperationType } from '../operation/steps.ts'

/** What is counted: the visit from the arrival on, or the time in the terminal from the granted access on. */
export const DETENTION_BASES = ['visit', 'terminal'] as const
export type DetentionBasis = (typeof DETENTION_BASES)[number]

/** A rate up to so many chargeable minutes, counted from the first one; null: for all that follow. */
export interface RateStep {
  uptoMinutes: number | null
  centavosPerHour: number
}

/** A daily time that does not count, `HH:mm` of the place's zone. `to` before `from`: over midnight. */
export interface Pause {
  from: string
  to: string
}

export interface Terms {
  basis: DetentionBasis
  freeMinutes: number
  blockMinutes: number
  /** In order; the last one is open. Empty: nothing was agreed, so time is shown and no money. */
  rates: readonly RateStep[]
  pauses: readonly Pause[]
  /** Tax (IVA) on the sum, in basis points; absent: none was agreed. */
  taxBasisPoints?: number
  /** IANA; the pauses are of this zone. */
  zone: string
}

export const DEFAULT_BLOCK_MINUTES = 15

/** Bounds that keep every sum an exact integer, far below 2^53. */
export const DETENTION_LIMITS = {
  freeMinutes: 30 * 24 * 60,
  blockMinutes: 24 * 60,
  stepMinutes: 366 * 24 * 60,
  centavosPerHour: 100_000_000,
  steps: 10,
  pauses: 5,
} as const

export type RatesFault = 'none' | 'last_must_be_open' | 'not_rising'

/** What is wrong with the order of the steps; null: nothing. */
export function ratesFault(rates: readonly RateStep[]): RatesFault | null {
  if (rates.length === 0) return 'none'
  if (rates.at(-1)?.uptoMinutes !== null) return 'last_must_be_open'
  let before = 0
  for (const { uptoMinutes } of rates.slice(0, -1)) {
    if (uptoMinutes === null || uptoMinutes <= before) return 'not_rising'
    before = uptoMinutes
  }
  return null
}

/** What a contract says of the count; free minutes null: those of the place. */
export interface Agreed extends Omit<Terms, 'freeMinutes' | 'zone' | 'taxBasisPoints'> {
  freeMinutes: number | null
  /** 0: none. */
  taxBasisPoints: number
}

/**
 * The terms of a visit: those of its contract, else the free time of its place alone. Null: neither applies. `zone`: of the
 * place.
 */
export function termsOf(contract: Agreed | null, placeMinutes: number | null, zone: string): Terms | null {
  const freeMinutes = contract?.freeMinutes ?? placeMinutes
  if (contract === null) {
    return freeMinutes === null
      ? null
      : { basis: 'visit', freeMinutes, blockMinutes: DEFAULT_BLOCK_MINUTES, rates: [], pauses: [], zone }
  }
  const { basis, blockMinutes, rates, pauses, taxBasisPoints } = contract
  const terms = { basis, freeMinutes: freeMinutes ?? 0, blockMinutes, rates, pauses, zone }
  // Absent instead of 0: packs from before there was tax keep their text.
  return taxBasisPoints === 0 ? terms : { ...terms, taxBasisPoints }
}

/** What a contract asks of an operation; null: any. Days are `yyyy-MM-dd`, both inclusive; null: without end. */
export interface Applicability {
  clientId: number | null
  placeId: number | null
  operationType: OperationType | null
  validFrom: string
  validUntil: string | null
}

export interface Visited {
  clientId: number | null
  placeId: number | null
  operationType: OperationType
  /** Of the arrival, in the zone of the place. */
  day: string
}

function applies(contract: Applicability, visited: Visited): boolean {
  return (
    contract.validFrom <= visited.day &&
    (contract.validUntil === null || visited.day <= contract.validUntil) &&
    (contract.clientId === null || contract.clientId === visited.clientId) &&
    (contract.placeId === null || contract.placeId === visited.placeId) &&
    (contract.operationType === null || contract.operationType === visited.operationType)
  )
}

/**
 * The more conditions a contract has, the more specific it is; of equally many, the client counts before the place and the
 * place before the type. Different sets of conditions never rank equally, and the database refuses two contracts with the
 * same conditions on one day.
 */
export function specificity({ clientId, placeId, operationType }: Applicability): number {
  const client = clientId === null ? 0 : 1
  const place = placeId === null ? 0 : 1
  const type = operationType === null ? 0 : 1
  return (client + place + type) * 8 + client * 4 + place * 2 + type
}

/** The one contract that counts; null: none applies. */
export function contractOf<C extends Applicability>(contracts: readonly C[], visited: Visited): C | null {
  let best: C | null = null
  for (const contract of contracts) {
    if (!applies(contract, visited)) continue
    if (best === null || specificity(contract) > specificity(best)) best = contract
  }
  return best
}
