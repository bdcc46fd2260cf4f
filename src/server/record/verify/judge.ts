import { replay } from '#domain/operation/replay'
import { isActive, type OperationState } from '#domain/operation/state'
import { asReported, chainHash, chainRoot } from '../chain.ts'
import type { CorrectionRow, EventRow, OperationRow, RecordedOperation } from './queries.ts'

/** What about an operation is not what its records say. */
export type FaultKind = 'chain' | 'position' | 'identity' | 'number' | 'correction' | 'operation'

export interface OperationFault {
  kind: FaultKind
  operationKey: string
  /** Number of the record within the operation; null: the operation itself. */
  position: number | null
}

/** The first fault of an operation; null: it is what its records say. Pure. */
export function judgeOperation(recorded: RecordedOperation): OperationFault | null {
  const { operation, events, corrections } = recorded
  const { operationKey } = operation
  const fault = (kind: FaultKind, position: number | null): OperationFault => ({
    kind,
    operationKey,
    position,
  })
  const records = [...events, ...corrections].sort((a, b) => a.position - b.position)
  let head = chainRoot(operationKey)
  for (const [index, record] of records.entries()) {
    if (record.position !== index + 1) return fault('position', record.position)
    head = chainHash(head, record)
    if (!record.chainHash?.equals(head)) return fault('chain', record.position)
    if (record.supervisorId !== operation.supervisorId) return fault('identity', record.position)
  }
  if (!operation.chainHead?.equals(head)) return fault('chain', null)

  const wanted = corrected(recorded)
  for (const [index, event] of events.entries()) {
    if (event.userId !== operation.userId || event.operationType !== operation.operationType) {
      return fault('identity', event.position)
    }
    if (!isSame(event, wanted.events[index])) return fault('correction', event.position)
    if (event.containerNumber !== wanted.containerNumber) return fault('number', event.position)
  }
  const { containerNumber, firstContainerNumber } = operation
  if (containerNumber !== wanted.containerNumber) return fault('number', null)
  if ((firstContainerNumber ?? reportedNumber(operation)) !== reportedNumber(operation)) {
    return fault('number', null)
  }
  if ((operation.cancelledAt !== null) !== wanted.isCancelled) return fault('correction', null)

  const counting = events.filter(({ retractedBy }) => retractedBy === null)
  const replayed = replay(
    counting.map(({ eventType, operationType, timestamp }) => ({
      type: eventType,
      operationType,
      occurredAt: timestamp.getTime(),
    })),
  )
  if (!replayed) return fault('operation', null)
  const state = { ...replayed, version: records.length, isCancelled: wanted.isCancelled }
  return stands(operation, state, counting) ? null : fault('operation', null)
}

/** What should count: what was reported, with every correction applied in the order of the records. */
function corrected({ operation, events, corrections }: RecordedOperation) {
  const wanted = events.map(asReported).map(({ position, timestamp, eventType }) => ({
    position,
    timestamp,
    eventType,
    retractedBy: null as string | null,
    counts: true,
  }))
  let containerNumber = reportedNumber(operation)
  for (const { kind, eventPosition, after, correctionId } of corrections) {
    const event = wanted.find(({ position }) => position === eventPosition)
    if (kind === 'time' && event) event.timestamp = new Date(after ?? '')
    else if (kind === 'stop_kind' && event) event.eventType = after as EventRow['eventType']
    else if (kind === 'retraction' && event)
      Object.assign(event, { retractedBy: correctionId, counts: false })
    else if (kind === 'container_number') containerNumber = after ?? ''
    else if (kind === 'cancellation') for (const each of wanted) each.counts = false
  }
  const isCancelled = corrections.some(({ kind }: CorrectionRow) => kind === 'cancellation')
  return { events: wanted, containerNumber, isCancelled }
}

/** As the driver gave it: no hash is of the number itself, and the key, which begins with it, is what the chain begins with. */
const reportedNumber = ({ operationKey }: OperationRow): string => operationKey.split('_')[0] ?? ''

type Wanted = ReturnType<typeof corrected>['events'][number]

const isSame = (event: EventRow, wanted: Wanted | undefined): boolean =>
  event.timestamp.getTime() === wanted?.timestamp.getTime() &&
  event.eventType === wanted.eventType &&
  event.retractedBy === wanted.retractedBy &&
  event.counts === wanted.counts

/** Whether the row is the state after the events that count, at the newest position that one of them bore. */
function stands(operation: OperationRow, state: OperationState, counting: readonly EventRow[]): boolean {
  const place = counting.findLast(({ lat }) => lat !== null)
  return (
    operation.newestEventType === state.newestEventType &&
    operation.newestStepType === state.newestStepType &&
    operation.newestStepAt.getTime() === state.newestStepAt &&
    operation.startedAt.getTime() === state.startedAt &&
    operation.newestEventAt.getTime() === state.newestEventAt &&
    operation.version === state.version &&
    operation.newestPosition === counting.at(-1)?.position &&
    operation.isActive === isActive(state) &&
    operation.lat === (place?.lat ?? null) &&
    operation.lng === (place?.lng ?? null) &&
    operation.location === (place?.location ?? null)
  )
}
