import type { Charge } from './charge.ts'
import type { Terms } from './contract.ts'

/** Of a rate: 1600 is 16 %. */
export const BASIS_POINTS = 10_000

export interface Taxed {
  centavos: number
  /** 0: no tax was agreed. */
  taxBasisPoints: number
}

/**
 * The tax (IVA) of a sum, in centavos: each amount by the rate of its agreement, added exactly and rounded half up once. So it
 * is not the sum of the taxes of its visits. Integers of any size, because a month of many visits at the highest rate is
 * beyond 2^53.
 */
export function taxOf(amounts: Iterable<Taxed>): number {
  let parts = 0n
  for (const { centavos, taxBasisPoints } of amounts) parts += BigInt(centavos) * BigInt(taxBasisPoints)
  return Number((parts + BigInt(BASIS_POINTS / 2)) / BigInt(BASIS_POINTS))
}

/** The amount of a visit with the rate of its agreement. */
export const taxedOf = (charge: Charge | null, terms: Terms | null): Taxed => ({
  centavos: charge?.centavos ?? 0,
  taxBasisPoints: terms?.taxBasisPoints ?? 0,
})
