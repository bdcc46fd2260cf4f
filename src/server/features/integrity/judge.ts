import { intervalSeconds } from '#domain/operation/decide'
import { replay } from '#domain/operation/replay'
import { isActive, type OperationState } from '#domain/operation/state'
import { chainHash, chainRoot, type EventRow, type OperationRow, type RecordedOperation } from './queries.ts'

/** What about an operation is not what its events say. */
export const FAULTS = ['chain', 'position', 'identity', 'duration', 'operation'] as const
export type FaultKind = (typeof FAULTS)[number]

export interface OperationFault {
  kind: FaultKind
  operationKey: string
  /** Number of the record within the operation; null: the operation itself. */
  position: number | null
}

/** The first fault of an operation; null: it is what its events say. Pure. */
export function judgeOperation({ operation, events }: RecordedOperation): OperationFault | null {
  const { operationKey } = operation
  const fault = (kind: FaultKind, position: number | null): OperationFault => ({
    kind,
    operationKey,
    position,
  })
  let head = chainRoot(operationKey)
  for (const [index, event] of events.entries()) {
    if (event.position !== index + 1) return fault('position', event.position)
    head = chainHash(head, event)
    if (!event.chainHash?.equals(head)) return fault('chain', event.position)
    if (!isOf(operation, event)) return fault('identity', event.position)
  }
  if (!operation.chainHead?.equals(head)) return fault('chain', null)
  const state = replay(
    events.map(({ eventType, operationType, timestamp }) => ({
      type: eventType,
      operationType,
      occurredAt: timestamp.getTime(),
    })),
  )
  if (!state) return fault('operation', null)
  for (const [index, event] of events.entries()) {
    if (event.duration !== durationOf(event, events[index + 1], state))
      return fault('duration', event.position)
  }
  return stands(operation, state, events) ? null : fault('operation', null)
}

const isOf = (operation: OperationRow, event: EventRow): boolean =>
  event.supervisorId === operation.supervisorId &&
  event.userId === operation.userId &&
  event.operationType === operation.operationType &&
  event.containerNumber === operation.containerNumber

function durationOf(event: EventRow, next: EventRow | undefined, state: OperationState): number | null {
  if (next) return intervalSeconds(event.timestamp.getTime(), next.timestamp.getTime())
  return isActive(state) ? null : intervalSeconds(state.startedAt, state.newestEventAt)
}

/** Whether the row is the state after its events, at the newest position that one of them bore. */
function stands(operation: OperationRow, state: OperationState, events: readonly EventRow[]): boolean {
  const place = events.findLast(({ lat }) => lat !== null)
  return (
    operation.newestEventType === state.newestEventType &&
    operation.newestStepType === state.newestStepType &&
    operation.newestStepAt.getTime() === state.newestStepAt &&
    operation.startedAt.getTime() === state.startedAt &&
    operation.newestEventAt.getTime() === state.newestEventAt &&
    operation.version === state.version &&
    operation.isActive === isActive(state) &&
    operation.lat === (place?.lat ?? null) &&
    operation.lng === (place?.lng ?? null) &&
    operation.location === (place?.location ?? null)
  )
}
