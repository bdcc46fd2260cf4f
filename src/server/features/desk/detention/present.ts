import type {
  ContractResponse,
  DetentionMonth,
  DetentionNow,
  DetentionVisit,
} from '#contract/http/desk/detention'
import type { Charge } from '#domain/detention/charge'
import { taxOf } from '#domain/detention/tax'
import type { VisitRow } from '../../../record/read/visits.ts'
import { presentLetter } from '../../base/mails/present.ts'
import type { AgreedVisit, JudgedVisit } from './judge.ts'
import type { ContractRow } from './queries.ts'
import { presentSettlement } from './settlement/present.ts'
import type { MonthSettlement } from './settlement/queries.ts'
import type { Standings } from './settlement/standings.ts'

export const presentContract = (row: ContractRow): ContractResponse => ({
  id: row.id,
  name: row.name,
  clientId: row.clientId,
  placeId: row.placeId,
  operationType: row.operationType,
  basis: row.basis,
  freeMinutes: row.freeMinutes,
  blockMinutes: row.blockMinutes,
  rates: row.rates,
  pauses: row.pauses,
  taxBasisPoints: row.taxBasisPoints,
  validFrom: row.validFrom,
  validUntil: row.validUntil,
})

const times = (row: VisitRow) => ({
  arrivedAt: row.arrivedAt.toISOString(),
  accessAt: row.accessAt?.toISOString() ?? null,
  exitAt: row.exitAt?.toISOString() ?? null,
})

export function presentDetentionNow({ row, contract, terms }: AgreedVisit): DetentionNow[] {
  if (terms === null) return []
  const { taxBasisPoints: _tax, ...shown } = terms
  return [
    {
      containerId: row.operationKey,
      contract: contract?.name ?? null,
      ...times(row),
      terms: { ...shown, rates: [...shown.rates], pauses: [...shown.pauses] },
    },
  ]
}

const presentCharge = ({
  countedMinutes,
  chargeableMinutes,
  billedMinutes,
  centavos,
  endedAfterDays,
}: Charge) => ({
  countedMinutes,
  chargeableMinutes,
  billedMinutes,
  centavos,
  ...(endedAfterDays !== undefined && { endedAfterDays }),
})

function standingOf({ settled, corrected }: Standings, operationKey: string) {
  const settlement = settled.get(operationKey)
  const correction = corrected.get(operationKey)
  const correctedSinceSent =
    correction !== undefined && settlement?.sentAt != null && correction.correctedAt > settlement.sentAt
  return {
    corrections: correction?.corrections ?? 0,
    settlement: settlement ? presentSettlement(settlement) : null,
    correctedSinceSent,
    // The pack of a month is renewed by the correction of any of its visits.
    renewedVersion: correctedSinceSent ? (settlement.renewedVersion ?? null) : null,
    sentMonth: settlement?.sentMonth ?? null,
  }
}

const presentVisit = (
  { row, contract, terms, charge }: JudgedVisit,
  standings: Standings,
): DetentionVisit => ({
  containerId: row.operationKey,
  displayContainerId: row.containerNumber,
  operationType: row.operationType,
  displayName: row.displayName,
  isActive: row.isActive,
  ...times(row),
  clientId: row.client?.id ?? null,
  place: row.place?.name ?? null,
  contract: contract?.name ?? null,
  charge: charge && presentCharge(charge),
  taxBasisPoints: terms?.taxBasisPoints ?? 0,
  ...standingOf(standings, row.operationKey),
})

function presentMonthSettlement(settlement: MonthSettlement) {
  const { version, newestVersion, renewedVersion, mail, ...row } = settlement
  return {
    ...presentSettlement(row),
    version,
    newestVersion,
    renewedVersion,
    mail: mail && presentLetter(mail),
  }
}

/** By client, the dearest first. Yields after each visit. */
export function* presentDetentionMonth(
  month: string,
  visits: readonly JudgedVisit[],
  standings: Standings,
  generatedAt: number,
): Generator<void, DetentionMonth> {
  const clients = new Map<number | null, DetentionMonth['clients'][number]>()
  for (const visit of visits) {
    const clientId = visit.row.client?.id ?? null
    const client = clients.get(clientId) ?? {
      clientId,
      name: visit.row.client?.name ?? null,
      operations: 0,
      countedMinutes: 0,
      chargeableMinutes: 0,
      centavos: 0,
      taxCentavos: 0,
      corrections: 0,
      settlement: null,
      visits: [],
    }
    clients.set(clientId, client)
    client.operations++
    client.countedMinutes += visit.charge?.countedMinutes ?? 0
    client.chargeableMinutes += visit.charge?.chargeableMinutes ?? 0
    client.centavos += visit.charge?.centavos ?? 0
    const presented = presentVisit(visit, standings)
    client.corrections += presented.corrections
    client.visits.push(presented)
    yield
  }
  for (const client of clients.values()) {
    client.taxCentavos = taxOf(
      client.visits.map(({ charge, taxBasisPoints }) => ({
        centavos: charge?.centavos ?? 0,
        taxBasisPoints,
      })),
    )
    const settlement = client.clientId === null ? undefined : standings.months.get(client.clientId)
    client.settlement = settlement ? presentMonthSettlement(settlement) : null
    yield
  }
  return {
    month,
    generatedAt: new Date(generatedAt).toISOString(),
    clients: [...clients.values()].sort((a, b) => b.centavos - a.centavos || b.operations - a.operations),
  }
}
