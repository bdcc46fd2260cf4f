/**
 * The one workflow table. Server, operator screen, supervisor cards, tracking page, KPIs and evidence packs read it. How
 * one event type differs from another is a column here; only words and test data are written elsewhere.
 *
 * A row describes the interval that its event *opens*, up to the next event of the same operation. To add a step: its
 * name in STEP_TYPES, its row, and the `next` of the row before it. docs/recipes.md has the places beyond this table, with
 * those of which neither compiler nor tests know.
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

/** The step that starts an operation, and the one that ends it. */
export const FIRST_STEP = 'start_trip' satisfies StepType
export const LAST_STEP = 'end_trip' satisfies StepType
/** The step that finds the place of an operation; a visit begins with it. */
export const PARK_ARRIVAL = 'arrived_at_park' satisfies StepType
/** The gate opened: from here on the truck is in the terminal. */
export const PARK_ACCESS = 'access_granted' satisfies StepType
/** A visit ends with it. */
export const PARK_EXIT = 'exit_park' satisfies StepType

export const STOP_TYPES = ['stop_bathroom', 'stop_fuel', 'stop_rest'] as const
export type StopType = (typeof STOP_TYPES)[number]

/** Every event type that is ever stored. */
export const EVENT_TYPES = [...STEP_TYPES, ...STOP_TYPES, 'resume_route'] as const
export type EventType = (typeof EVENT_TYPES)[number]

export type ActivityKind = 'productive' | 'unproductive' | 'neutral'

export type Activity =
  | 'starting'
  | 'driving_to_park'
  | StopType
  | 'waiting_access'
  | 'parking'
  | 'during_loading'
  | 'during_unloading'
  | 'waiting_exit'
  | 'driving_to_destination'

/** What a truck stands still for, in the order of the KPI panel; loading and unloading are one. */
export const UNPRODUCTIVE_ACTIVITIES = [
  ...STOP_TYPES,
  'waiting_access',
  'parking',
  'load_unload',
  'waiting_exit',
] as const
export type UnproductiveActivity = (typeof UNPRODUCTIVE_ACTIVITIES)[number]

/** The parts of a visit to the park that KPIs time, in order. */
export const PARK_INTERVALS = ['accessTime', 'parkingTime', 'loadUnloadTime', 'exitTime'] as const
export type ParkInterval = (typeof PARK_INTERVALS)[number]

/** What a person sees at a glance; the page gives each phase its colour, icon and word. */
export type Phase = 'driving' | 'waiting' | 'working' | 'stopped' | 'done'

interface WorkflowRow {
  /** The event in a list: what has just happened. */
  label: string
  /** The operator's status while the interval is open (`currentStatus` of the API). */
  statusLabel: string
  /** What the interval is spent on; null after the last event. */
  activity: Activity | null
  kind: ActivityKind
  phase: Phase
  /** What the truck stands still for during the interval; null: it moves, or the trip is over. */
  standing: UnproductiveActivity | null
  /** The part of a visit to the park that the interval belongs to; null: outside the park. */
  parkInterval: ParkInterval | null
  /** The event happens where the truck came to the park for: its position tells where the park is. */
  locatesPark: boolean
  /** The event happens at the operation's place: its position is judged against it. */
  happensInPark: boolean
  /** The words of the KPI filter's old vocabulary that mean this event. */
  kpiWords: readonly string[]
  /** The event types that may come next; empty: the operation is no longer active. */
  next: readonly EventType[]
}

export type WorkflowTable = Readonly<Record<EventType, WorkflowRow>>

const ON_THE_ROAD = { standing: null, parkInterval: null, locatesPark: false, happensInPark: false } as const

const STOPS_OR = (step: StepType): readonly EventType[] => [step, ...STOP_TYPES]

const stop = (type: StopType, label: string): WorkflowRow => ({
  ...ON_THE_ROAD,
  label,
  statusLabel: label,
  activity: type,
  kind: 'unproductive',
  phase: 'stopped',
  standing: type,
  kpiWords: [],
  next: ['resume_route'],
})

const waitingExit = (label: string, endOfWork: string): WorkflowRow => ({
  label,
  statusLabel: 'Saliendo del parque',
  activity: 'waiting_exit',
  kind: 'unproductive',
  phase: 'waiting',
  standing: 'waiting_exit',
  parkInterval: 'exitTime',
  locatesPark: false,
  happensInPark: true,
  kpiWords: [endOfWork, 'waiting_exit'],
  next: ['exit_park'],
})

function tableFor(type: OperationType): WorkflowTable {
  const load = type === 'load'
  return {
    start_trip: {
      ...ON_THE_ROAD,
      label: 'Iniciar viaje',
      statusLabel: 'Iniciando viaje',
      activity: 'starting',
      kind: 'neutral',
      phase: 'driving',
      kpiWords: [],
      next: ['en_route'],
    },
    en_route: {
      ...ON_THE_ROAD,
      label: 'En ruta al parque',
      statusLabel: 'Viajando al parque',
      activity: 'driving_to_park',
      kind: 'productive',
      phase: 'driving',
      kpiWords: ['driving_to_park'],
      next: STOPS_OR('arrived_at_park'),
    },
    stop_bathroom: stop('stop_bathroom', 'Parada: Baño'),
    stop_fuel: stop('stop_fuel', 'Parada: Combustible'),
    stop_rest: stop('stop_rest', 'Parada: Descanso'),
    resume_route: {
      ...ON_THE_ROAD,
      label: 'Retomar ruta',
      statusLabel: 'Retomando viaje',
      activity: 'driving_to_park',
      kind: 'productive',
      phase: 'driving',
      kpiWords: ['driving_to_park'],
      next: STOPS_OR('arrived_at_park'),
    },
    arrived_at_park: {
      label: 'Llegada al parque',
      statusLabel: 'Esperando acceso',
      activity: 'waiting_access',
      kind: 'unproductive',
      phase: 'waiting',
      standing: 'waiting_access',
      parkInterval: 'accessTime',
      locatesPark: true,
      happensInPark: true,
      kpiWords: ['arrive_park', 'waiting_access'],
      next: ['access_granted'],
    },
    access_granted: {
      label: 'Acceso otorgado',
      statusLabel: 'Estacionando vehículo',
      activity: 'parking',
      kind: 'unproductive',
      phase: 'waiting',
      standing: 'parking',
      parkInterval: 'parkingTime',
      locatesPark: true,
      happensInPark: true,
      kpiWords: ['parking'],
      next: ['vehicle_parked'],
    },
    vehicle_parked: {
      label: 'Vehículo estacionado',
      statusLabel: load ? 'Realizando carga' : 'Realizando descarga',
      activity: load ? 'during_loading' : 'during_unloading',
      kind: 'productive',
      phase: 'working',
      standing: 'load_unload',
      parkInterval: 'loadUnloadTime',
      locatesPark: true,
      happensInPark: true,
      kpiWords: load ? ['start_loading', 'during_loading'] : ['start_unloading', 'during_unloading'],
      next: [load ? 'load_complete' : 'unload_complete'],
    },
    load_complete: waitingExit('Carga completada', 'end_loading'),
    unload_complete: waitingExit('Descarga completada', 'end_unloading'),
    exit_park: {
      ...ON_THE_ROAD,
      happensInPark: true,
      label: 'Salida del parque',
      statusLabel: 'Finalizando operación',
      activity: 'driving_to_destination',
      kind: 'productive',
      phase: 'driving',
      kpiWords: ['driving_to_destination'],
      next: ['end_trip'],
    },
    end_trip: {
      ...ON_THE_ROAD,
      label: 'Finalizar operación',
      statusLabel: 'Operación completada',
      activity: null,
      kind: 'neutral',
      phase: 'done',
      kpiWords: [],
      next: [],
    },
  }
}

export const WORKFLOW: Readonly<Record<OperationType, WorkflowTable>> = {
  load: tableFor('load'),
  unload: tableFor('unload'),
}

/**
 * What everything else asks of the table. `stepTypes`: which of its events are steps. The product has one workflow; a
 * test makes another from a changed copy of the table.
 */
export function createWorkflow(tables: typeof WORKFLOW, stepTypes: readonly StepType[]) {
  /** The row of the interval that `eventType` opens in an operation of this type. */
  const workflowRow = (operationType: OperationType, eventType: EventType): WorkflowRow =>
    tables[operationType][eventType]

  const isStop = (eventType: EventType): eventType is StopType =>
    (STOP_TYPES as readonly EventType[]).includes(eventType)

  /** A step moves the trip forward; stops and resumes happen within one. */
  const isStep = (eventType: EventType): eventType is StepType =>
    (stepTypes as readonly EventType[]).includes(eventType)

  const isEventType = (value: string): value is EventType => Object.hasOwn(tables.load, value)

  /** The step that 'Avanzar' records from here; null while stopped or when the operation has ended. */
  const nextStep = (operationType: OperationType, eventType: EventType): StepType | null =>
    workflowRow(operationType, eventType).next.find(isStep) ?? null

  /** Whether a stop may be reported from here. */
  const mayStop = (operationType: OperationType, eventType: EventType): boolean =>
    workflowRow(operationType, eventType).next.some(isStop)

  const walk = (operationType: OperationType): readonly StepType[] => {
    const steps: StepType[] = []
    for (let step: StepType | null = FIRST_STEP; step; step = nextStep(operationType, step)) {
      if (steps.includes(step)) throw new Error(`the ${operationType} trip comes back to ${step}`)
      steps.push(step)
    }
    return steps
  }
  const steps = { load: walk('load'), unload: walk('unload') }

  /** The steps of an operation of this type, in order. */
  const stepsOf = (operationType: OperationType): readonly StepType[] => steps[operationType]

  return { workflowRow, isStop, isStep, isEventType, nextStep, mayStop, stepsOf }
}

export const { workflowRow, isStop, isStep, isEventType, nextStep, mayStop, stepsOf } = createWorkflow(
  WORKFLOW,
  STEP_TYPES,
)

const isDrive = (step: StepType): boolean =>
  workflowRow('load', step).activity?.startsWith('driving_to') ?? false

/** The steps that end a drive: where they happen is where the truck was going. */
export const DESTINATIONS: readonly StepType[] = stepsOf('load').filter((_, index, steps) => {
  const before = steps[index - 1]
  return before !== undefined && isDrive(before)
})
