/**
 * The one workflow table. Server, operator screen, supervisor cards, tracking page and KPIs read it;
 * nobody else knows which step follows which.
 *
 * A row describes the interval that its event *opens*, up to the next event of the same operation.
 */

export const OPERATION_TYPES = ['load', 'unload'] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

/** The steps of a trip, in the order in which they are reached (the load/unload pair shares one place). */
export const STEP_TYPES = [
  'start_trip',
  'en_route',
  'arrived_at_park',
  'access_granted',
  'vehicle_parked',
  'load_complete',
  'unload_complete',
  'exit_park',
  'end_trip',
] as const
export type StepType = (typeof STEP_TYPES)[number]

export const STOP_TYPES = ['stop_bathroom', 'stop_fuel', 'stop_rest'] as const
export type StopType = (typeof STOP_TYPES)[number]

/** Every event type that is ever stored. */
export const EVENT_TYPES = [...STEP_TYPES, ...STOP_TYPES, 'resume_route'] as const
export type EventType = (typeof EVENT_TYPES)[number]

export type ActivityKind = 'productive' | 'unproductive' | 'neutral'

export type Activity =
  | 'starting'
  | 'driving_to_park'
  | 'stop_bathroom'
  | 'stop_fuel'
  | 'stop_rest'
  | 'waiting_access'
  | 'parking'
  | 'during_loading'
  | 'during_unloading'
  | 'waiting_exit'
  | 'driving_to_destination'

/** What a person sees at a glance; the page gives each phase its colour, icon and word. */
export type Phase = 'driving' | 'waiting' | 'working' | 'stopped' | 'done'

export interface WorkflowRow {
  /** The operator's status while the interval is open (`currentStatus` of the API). */
  statusLabel: string
  /** What the interval is spent on; null after the last event. */
  activity: Activity | null
  kind: ActivityKind
  phase: Phase
  /** The event types that may come next; empty: the operation is no longer active. */
  next: readonly EventType[]
}

const STOPS_OR = (step: StepType): readonly EventType[] => [step, ...STOP_TYPES]

const stop = (activity: StopType, statusLabel: string): WorkflowRow => ({
  statusLabel,
  activity,
  kind: 'unproductive',
  phase: 'stopped',
  next: ['resume_route'],
})

type Table = Readonly<Record<EventType, WorkflowRow>>

function tableFor(type: OperationType): Table {
  const load = type === 'load'
  const waitingExit: WorkflowRow = {
    statusLabel: 'Saliendo del parque',
    activity: 'waiting_exit',
    kind: 'unproductive',
    phase: 'waiting',
    next: ['exit_park'],
  }
  return {
    start_trip: {
      statusLabel: 'Iniciando viaje',
      activity: 'starting',
      kind: 'neutral',
      phase: 'driving',
      next: ['en_route'],
    },
    en_route: {
      statusLabel: 'Viajando al parque',
      activity: 'driving_to_park',
      kind: 'productive',
      phase: 'driving',
      next: STOPS_OR('arrived_at_park'),
    },
    stop_bathroom: stop('stop_bathroom', 'Parada: Baño'),
    stop_fuel: stop('stop_fuel', 'Parada: Combustible'),
    stop_rest: stop('stop_rest', 'Parada: Descanso'),
    resume_route: {
      statusLabel: 'Retomando viaje',
      activity: 'driving_to_park',
      kind: 'productive',
      phase: 'driving',
      next: STOPS_OR('arrived_at_park'),
    },
    arrived_at_park: {
      statusLabel: 'Esperando acceso',
      activity: 'waiting_access',
      kind: 'unproductive',
      phase: 'waiting',
      next: ['access_granted'],
    },
    access_granted: {
      statusLabel: 'Estacionando vehículo',
      activity: 'parking',
      kind: 'unproductive',
      phase: 'waiting',
      next: ['vehicle_parked'],
    },
    vehicle_parked: {
      statusLabel: load ? 'Realizando carga' : 'Realizando descarga',
      activity: load ? 'during_loading' : 'during_unloading',
      kind: 'productive',
      phase: 'working',
      next: [load ? 'load_complete' : 'unload_complete'],
    },
    load_complete: waitingExit,
    unload_complete: waitingExit,
    exit_park: {
      statusLabel: 'Finalizando operación',
      activity: 'driving_to_destination',
      kind: 'productive',
      phase: 'driving',
      next: ['end_trip'],
    },
    end_trip: {
      statusLabel: 'Operación completada',
      activity: null,
      kind: 'neutral',
      phase: 'done',
      next: [],
    },
  }
}

const WORKFLOW: Readonly<Record<OperationType, Table>> = {
  load: tableFor('load'),
  unload: tableFor('unload'),
}

/** The row of the interval that `eventType` opens in an operation of this type. */
export function workflowRow(operationType: OperationType, eventType: EventType): WorkflowRow {
  return WORKFLOW[operationType][eventType]
}

const STEPS_BY_TYPE: Readonly<Record<OperationType, readonly StepType[]>> = {
  load: STEP_TYPES.filter((step) => step !== 'unload_complete'),
  unload: STEP_TYPES.filter((step) => step !== 'load_complete'),
}

/** The eight steps of an operation of this type, in order. */
export function stepsOf(operationType: OperationType): readonly StepType[] {
  return STEPS_BY_TYPE[operationType]
}

export function isStop(eventType: EventType): eventType is StopType {
  return (STOP_TYPES as readonly EventType[]).includes(eventType)
}

/** A step moves the trip forward; stops and resumes happen within one. */
export function isStep(eventType: EventType): eventType is StepType {
  return (STEP_TYPES as readonly EventType[]).includes(eventType)
}

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value)
}

/** The step that 'Avanzar' records from here; null while stopped or when the operation has ended. */
export function nextStep(operationType: OperationType, eventType: EventType): StepType | null {
  return workflowRow(operationType, eventType).next.find(isStep) ?? null
}

/** Whether a stop may be reported from here. */
export function mayStop(operationType: OperationType, eventType: EventType): boolean {
  return workflowRow(operationType, eventType).next.some(isStop)
}
