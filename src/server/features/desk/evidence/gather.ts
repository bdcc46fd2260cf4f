import { visitParts } from '#domain/detention/parts'
import { taxedOf, taxOf } from '#domain/detention/tax'
import type {
  Agreement,
  EvidenceCorrection,
  EvidenceStep,
  MonthPack,
  MonthVisit,
  OperationPack,
} from '#domain/evidence/content'
import { cameLate } from '#domain/operation/retraction'
import { stepGrade } from '#domain/place/grade'
import type { Shape } from '#domain/place/shape'
import { mapInTurns } from '../../../adapters/thread/in-turns.ts'
import type { Queryable, Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { coordinatesOf } from '../../../live/present.ts'
import { correctionsOf } from '../../../record/correct.ts'
import { listRecord } from '../../../record/read/events.ts'
import { standsOf } from '../../../record/read/heads.ts'
import type { CorrectionRow, EventRow, OperationRow } from '../../../record/rows.ts'
import type { JudgedVisit } from '../detention/judge.ts'
import { detentionOf, detentionOfClient } from '../detention/service.ts'
import { placeOf, supervisorName } from './queries.ts'

type Deps = Pick<AppDeps, 'config' | 'database' | 'clock'>
/** Without the version, which is that of the packs before it. */
type Unversioned<P> = Omit<P, 'version'>

/** What the record says of an operation that has ended. */
export async function gatherOperation(
  deps: Deps,
  tx: Queryable,
  scope: SupervisorScope,
  operation: OperationRow,
): Promise<Unversioned<OperationPack>> {
  const { operationKey } = operation
  const now = deps.clock.now()
  const record = (await listRecord(tx, operation)).toReversed()
  const corrected = (await correctionsOf(tx, [operationKey])).toReversed()
  const judged = await detentionOf(deps, tx, scope, { operationKey, now })
  const place = operation.placeId === null ? null : await placeOf(tx, scope, operation.placeId)
  const stand = (await standsOf(tx, scope, [operationKey])).get(operationKey)
  const name = await supervisorName(tx, scope)
  const counting = record.filter(({ counts }) => counts)
  return {
    format: 1,
    kind: 'operation',
    supervisor: { id: scope.supervisorId, name },
    client: judged?.row.client?.name ?? null,
    zone: place?.timeZone ?? deps.config.timezone,
    containerNumber: operation.containerNumber,
    operationType: operation.operationType,
    driver: operation.displayName,
    cancelled: operation.cancelledAt !== null,
    place: place && { name: place.name, facilityCode: place.facilityCode },
    agreement: agreementOf(judged),
    steps: record.map((row) => stepOf(row, place?.shape ?? null)),
    corrections: corrected.map((row) =>
      // The record has the names that they log in with, which are no stranger's business.
      correctionOf(row, record, row.authorId === operation.userId ? operation.displayName : name),
    ),
    parts: visitParts(
      operation.operationType,
      counting.map(({ eventType, timestamp }) => ({ eventType, at: timestamp.getTime() })),
    ),
    charge: judged?.charge ?? null,
    ...taxed(judged ? [judged] : []),
    chain: { head: stand?.head ?? '', records: stand?.records ?? 0 },
  }
}

/** What the record says of the operations of one client that arrived in a month and have ended. */
export async function gatherMonth(
  deps: Deps,
  tx: Tx,
  scope: SupervisorScope,
  { client, month }: { client: { id: number; name: string }; month: string },
): Promise<Unversioned<MonthPack>> {
  const now = deps.clock.now()
  const all = await detentionOfClient(deps, tx, scope, { month, now, clientId: client.id })
  const own = all.filter((visit) => !visit.row.isActive)
  const stands = await standsOf(
    tx,
    scope,
    own.map(({ row }) => row.operationKey),
  )
  const visits = await mapInTurns(scope, own, (visit): MonthVisit => {
    const { row, charge } = visit
    const stand = stands.get(row.operationKey)
    return {
      containerNumber: row.containerNumber,
      operationType: row.operationType,
      driver: row.displayName,
      place: row.place?.name ?? null,
      arrivedAt: row.arrivedAt.toISOString(),
      accessAt: row.accessAt?.toISOString() ?? null,
      exitAt: row.exitAt?.toISOString() ?? null,
      corrections: stand?.corrections ?? 0,
      agreement: agreementOf(visit),
      charge,
      chain: { head: stand?.head ?? '', records: stand?.records ?? 0 },
    }
  })
  return {
    format: 1,
    kind: 'month',
    supervisor: { id: scope.supervisorId, name: await supervisorName(tx, scope) },
    client: client.name,
    zone: deps.config.timezone,
    month,
    visits,
    centavos: visits.reduce((sum, { charge }) => sum + (charge?.centavos ?? 0), 0),
    ...taxed(own),
  }
}

/** Absent where no tax was agreed: packs from before there was tax keep their text. */
function taxed(visits: readonly JudgedVisit[]): { taxCentavos?: number } {
  const amounts = visits.map(({ charge, terms }) => taxedOf(charge, terms))
  return amounts.some(({ taxBasisPoints }) => taxBasisPoints > 0) ? { taxCentavos: taxOf(amounts) } : {}
}

const agreementOf = (judged: JudgedVisit | null): Agreement | null =>
  judged?.terms ? { contract: judged.contract?.name ?? null, terms: judged.terms } : null

function stepOf(row: EventRow, shape: Shape | null): EvidenceStep {
  const coordinates = coordinatesOf(row)
  const grade = stepGrade({ ...row, coordinates, suggested: row.suggested === true }, shape)
  return {
    eventType: row.eventType,
    occurredAt: row.timestamp.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    firstOccurredAt: row.firstTimestamp?.toISOString() ?? null,
    reportedAt: row.reportedAt?.toISOString() ?? null,
    retracted: row.retractedBy !== null,
    grade,
    // Of steps that happen at the place alone: the way there is nothing that a client has to know.
    ...(grade && coordinates && { position: { ...coordinates, accuracy: row.accuracy } }),
  }
}

function correctionOf(row: CorrectionRow, record: readonly EventRow[], author: string): EvidenceCorrection {
  const event = record.find(({ position }) => position === row.eventPosition)
  const { recordedAt, reportedAt } = row
  const waited =
    event &&
    reportedAt &&
    cameLate({
      now: recordedAt.getTime(),
      claimedAt: reportedAt.getTime(),
      pressRecordedAt: event.recordedAt.getTime(),
    })
  return {
    kind: row.kind,
    eventType: event?.eventType ?? null,
    before: row.before,
    after: row.after,
    author,
    reason: row.reason,
    recordedAt: recordedAt.toISOString(),
    ...(waited && { reportedAt: reportedAt.toISOString() }),
  }
}
