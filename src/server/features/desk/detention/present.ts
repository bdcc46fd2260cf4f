import type { ContractResponse, DetentionMonth, DetentionNow, DetentionVisit } from '#contract/http/detention'
import type { Charge } from '#domain/detention/charge'
import type { VisitRow } from '../../../record/read/visits.ts'
import type { AgreedVisit, JudgedVisit } from './judge.ts'
import type { ContractRow } from './queries.ts'

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
  return [
    {
      containerId: row.operationKey,
      contract: contract?.name ?? null,
      ...times(row),
      terms: { ...terms, rates: [...terms.rates], pauses: [...terms.pauses] },
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

const presentVisit = ({ row, contract, charge }: JudgedVisit): DetentionVisit => ({
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
})

/** By client, the dearest first. Yields after each visit. */
export function* presentDetentionMonth(
  month: string,
  visits: readonly JudgedVisit[],
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
      visits: [],
    }
    clients.set(clientId, client)
    client.operations++
    client.countedMinutes += visit.charge?.countedMinutes ?? 0
    client.chargeableMinutes += visit.charge?.chargeableMinutes ?? 0
    client.centavos += visit.charge?.centavos ?? 0
    client.visits.push(presentVisit(visit))
    yield
  }
  return {
    month,
    generatedAt: new Date(generatedAt).toISOString(),
    clients: [...clients.values()].sort((a, b) => b.centavos - a.centavos || b.operations - a.operations),
  }
}
