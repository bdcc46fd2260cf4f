import { type Charge, chargeOfVisit } from '#domain/detention/charge'
import { contractOf, type Terms, termsOf } from '#domain/detention/contract'
import type { Visit } from '#domain/detention/counted'
import { dayText } from '#domain/time/day-text'
import type { VisitRow } from '../../../record/read/visits.ts'
import type { ContractRow } from './queries.ts'

export interface AgreedVisit {
  row: VisitRow
  contract: ContractRow | null
  /** null: neither a contract nor a free time of the place applies. */
  terms: Terms | null
}

export interface JudgedVisit extends AgreedVisit {
  charge: Charge | null
}

const timesOf = (row: VisitRow): Visit => ({
  arrivedAt: row.arrivedAt.getTime(),
  accessAt: row.accessAt?.getTime() ?? null,
  exitAt: row.exitAt?.getTime() ?? null,
  cancelled: row.cancelledAt !== null,
})

/** Which contract counts for a visit. `zone`: of visits without a place. */
export function agreedVisit(
  row: VisitRow,
  contracts: readonly ContractRow[],
  defaultZone: string,
): AgreedVisit {
  const zone = row.place?.timeZone ?? defaultZone
  const contract = contractOf(contracts, {
    clientId: row.client?.id ?? null,
    placeId: row.place?.id ?? null,
    operationType: row.operationType,
    day: dayText(row.arrivedAt.getTime(), zone),
  })
  return { row, contract, terms: termsOf(contract, row.place?.freeMinutes ?? null, zone) }
}

/** The same, and what it costs up to `now`. */
export function judgeVisit(
  row: VisitRow,
  contracts: readonly ContractRow[],
  { zone, now }: { zone: string; now: number },
): JudgedVisit {
  const agreed = agreedVisit(row, contracts, zone)
  return { ...agreed, charge: agreed.terms && chargeOfVisit(timesOf(row), agreed.terms, now) }
}
