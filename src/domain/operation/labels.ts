import { type EventType, type OperationType, workflowRow } from './steps.ts'

/** The last place of the tracker: reached when the operation is no longer active. */
export const COMPLETED_LABEL = 'Completado'

/** The status of a cancelled operation. */
export const CANCELLED_LABEL = 'Operación anulada'

/** The status and the event of a stop whose kind is not told. */
export const STOP_LABEL = 'Parada'

/** One event in a list: the step's label (also `lastCompletedStatus`), the stop's label, or 'Retomar ruta'. */
export function eventLabel(eventType: EventType): string {
  return workflowRow('load', eventType).label
}

/** The status that supervisors and the tracking page show (`currentStatus` of the API). */
export function statusLabel(operationType: OperationType, eventType: EventType): string {
  return workflowRow(operationType, eventType).statusLabel
}
