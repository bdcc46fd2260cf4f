import { type Charge, chargeOfVisit } from './charge.ts'
import type { Terms } from './contract.ts'
import { momentOfCounted, spanOf, type Visit } from './counted.ts'

/** What a card says of the estadía. */
export type DetentionStanding =
  | { kind: 'free'; freeMinutesLeft: number; charge: Charge }
  | { kind: 'running'; charge: Charge }

/** null: nothing is counted yet, or any more. */
export function detentionStanding(visit: Visit, terms: Terms, now: number): DetentionStanding | null {
  const charge = chargeOfVisit(visit, terms, now)
  if (charge === null) return null
  if (charge.chargeableMinutes > 0) return { kind: 'running', charge }
  return { kind: 'free', freeMinutesLeft: terms.freeMinutes - charge.countedMinutes, charge }
}

/** When the free time is used up, epoch milliseconds; null: nothing is counted yet, or pauses leave too little to count. */
export function freeTimeEnd(visit: Visit, { basis, freeMinutes, pauses, zone }: Terms): number | null {
  const span = spanOf(visit, basis)
  return span && momentOfCounted(span.start, freeMinutes, pauses, zone)
}
