import { type EventType, isStop, type OperationType, type StepType, stepsOf, workflowRow } from './steps.ts'

/** What a step is called once it has happened (tracking page, logs, `lastCompletedStatus`). */
const STEP_LABELS: Readonly<Record<StepType, string>> = {
  start_trip: 'Iniciar viaje',
  en_route: 'En ruta al parque',
  arrived_at_park: 'Llegada al parque',
  access_granted: 'Acceso otorgado',
  vehicle_parked: 'Vehículo estacionado',
  load_complete: 'Carga completada',
  unload_complete: 'Descarga completada',
  exit_park: 'Salida del parque',
  end_trip: 'Finalizar operación',
}

/** The last place of the tracker: reached when the operation is no longer active. */
export const COMPLETED_LABEL = 'Completado'

export function stepLabel(step: StepType): string {
  return STEP_LABELS[step]
}

/** One event in a list: the step's label, the stop's label, or 'Retomar ruta'. */
export function eventLabel(eventType: EventType): string {
  if (eventType === 'resume_route') return 'Retomar ruta'
  if (isStop(eventType)) return workflowRow('load', eventType).statusLabel
  return STEP_LABELS[eventType]
}

/** The status that supervisors and the tracking page show (`currentStatus` of the API). */
export function statusLabel(operationType: OperationType, eventType: EventType): string {
  return workflowRow(operationType, eventType).statusLabel
}

/**
 * The status on the operator's own screen. After a resume it is again 'Viajando al parque': to the driver the
 * trip simply goes on, while the supervisor is told that a stop has just ended.
 */
export function operatorStatusLabel(operationType: OperationType, eventType: EventType): string {
  return statusLabel(operationType, eventType === 'resume_route' ? 'en_route' : eventType)
}

/** The tracker of one operation: its eight steps and 'Completado'. */
export function trackerLabels(operationType: OperationType): readonly string[] {
  return [...stepsOf(operationType).map(stepLabel), COMPLETED_LABEL]
}
