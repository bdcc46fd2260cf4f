import type { RateStep, Terms } from './contract.ts'
import { COUNTED_DAYS, countedMinutes, countedUntil, spanOf, type Visit } from './counted.ts'

/** What one step of the rate adds. */
interface ChargedStep {
  minutes: number
  centavosPerHour: number
  centavos: number
}

export interface Charge {
  countedMinutes: number
  /** Counted less free, never below 0. */
  chargeableMinutes: number
  /** The chargeable minutes in started blocks. */
  billedMinutes: number
  /** Only steps that were reached. */
  steps: readonly ChargedStep[]
  /** null: no rate was agreed. */
  centavos: number | null
  /** Counting ended after so many days; absent: it did not. */
  endedAfterDays?: number
}

/** minutes x rate / 60, rounded half up; exact, because both are integers within `DETENTION_LIMITS`. */
const amount = (minutes: number, centavosPerHour: number): number =>
  Math.floor((2 * minutes * centavosPerHour + 60) / 120)

function chargedSteps(billedMinutes: number, rates: readonly RateStep[]): ChargedStep[] {
  const steps: ChargedStep[] = []
  let before = 0
  for (const { uptoMinutes, centavosPerHour } of rates) {
    const upto = Math.min(billedMinutes, uptoMinutes ?? billedMinutes)
    const minutes = upto - before
    if (minutes <= 0) break
    steps.push({ minutes, centavosPerHour, centavos: amount(minutes, centavosPerHour) })
    before = upto
  }
  return steps
}

/** What so many counted minutes cost. */
export function chargeOf(
  counted: number,
  { freeMinutes, blockMinutes, rates }: Pick<Terms, 'freeMinutes' | 'blockMinutes' | 'rates'>,
): Charge {
  const chargeableMinutes = Math.max(0, counted - freeMinutes)
  const billedMinutes = Math.ceil(chargeableMinutes / blockMinutes) * blockMinutes
  const steps = chargedSteps(billedMinutes, rates)
  return {
    countedMinutes: counted,
    chargeableMinutes,
    billedMinutes,
    steps,
    centavos: rates.length === 0 ? null : steps.reduce((sum, { centavos }) => sum + centavos, 0),
  }
}

/** What a visit costs up to `now`, or up to its exit; null: there is nothing to count. */
export function chargeOfVisit(visit: Visit, terms: Terms, now: number): Charge | null {
  const span = spanOf(visit, terms.basis)
  if (span === null) return null
  const { until, isCut } = countedUntil(span.start, span.end ?? now)
  const charge = chargeOf(countedMinutes(span.start, until, terms.pauses, terms.zone), terms)
  return isCut ? { ...charge, endedAfterDays: COUNTED_DAYS } : charge
}
