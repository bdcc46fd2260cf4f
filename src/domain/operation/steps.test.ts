import { describe, expect, it } from 'vitest'
import {
  type Activity,
  type ActivityKind,
  EVENT_TYPES,
  type EventType,
  isEventType,
  isStep,
  isStop,
  mayStop,
  nextStep,
  OPERATION_TYPES,
  PARK_INTERVALS,
  type Phase,
  STOP_TYPES,
  stepsOf,
  workflowRow,
} from './steps.ts'

type Row = [EventType, string, Activity | null, ActivityKind, Phase, EventType[]]

/** The rows that both types of operation share. */
const SHARED: Row[] = [
  ['start_trip', 'Iniciando viaje', 'starting', 'neutral', 'driving', ['en_route']],
  [
    'en_route',
    'Viajando al parque',
    'driving_to_park',
    'productive',
    'driving',
    ['arrived_at_park', 'stop_bathroom', 'stop_fuel', 'stop_rest'],
  ],
  ['stop_bathroom', 'Parada: Baño', 'stop_bathroom', 'unproductive', 'stopped', ['resume_route']],
  ['stop_fuel', 'Parada: Combustible', 'stop_fuel', 'unproductive', 'stopped', ['resume_route']],
  ['stop_rest', 'Parada: Descanso', 'stop_rest', 'unproductive', 'stopped', ['resume_route']],
  [
    'resume_route',
    'Retomando viaje',
    'driving_to_park',
    'productive',
    'driving',
    ['arrived_at_park', 'stop_bathroom', 'stop_fuel', 'stop_rest'],
  ],
  ['arrived_at_park', 'Esperando acceso', 'waiting_access', 'unproductive', 'waiting', ['access_granted']],
  ['access_granted', 'Estacionando vehículo', 'parking', 'unproductive', 'waiting', ['vehicle_parked']],
  ['exit_park', 'Finalizando operación', 'driving_to_destination', 'productive', 'driving', ['end_trip']],
  ['end_trip', 'Operación completada', null, 'neutral', 'done', []],
]

const LOAD: Row[] = [
  ...SHARED,
  ['vehicle_parked', 'Realizando carga', 'during_loading', 'productive', 'working', ['load_complete']],
  ['load_complete', 'Saliendo del parque', 'waiting_exit', 'unproductive', 'waiting', ['exit_park']],
]

const UNLOAD: Row[] = [
  ...SHARED,
  ['vehicle_parked', 'Realizando descarga', 'during_unloading', 'productive', 'working', ['unload_complete']],
  ['unload_complete', 'Saliendo del parque', 'waiting_exit', 'unproductive', 'waiting', ['exit_park']],
]

describe.each([
  ['load', LOAD],
  ['unload', UNLOAD],
] as const)('the workflow table, %s', (type, rows) => {
  it.each(rows)('%s: %s', (eventType, statusLabel, activity, kind, phase, next) => {
    expect(workflowRow(type, eventType)).toMatchObject({ statusLabel, activity, kind, phase, next })
  })

  it('leads from the start to every event of its type, and to no other', () => {
    const reached = new Set<EventType>(['start_trip'])
    for (const eventType of reached) for (const next of workflowRow(type, eventType).next) reached.add(next)
    expect([...reached].sort()).toEqual(rows.map(([eventType]) => eventType).sort())
  })

  it('has eight steps, each of which the button reaches from the one before', () => {
    const steps = stepsOf(type)
    expect(steps).toHaveLength(8)
    const walked: EventType[] = []
    for (let at: EventType | null = 'start_trip'; at !== null; at = nextStep(type, at)) walked.push(at)
    expect(walked).toEqual(steps)
  })
})

describe('stops', () => {
  it.each(OPERATION_TYPES)('may be reported on the road to the park and nowhere else (%s)', (type) => {
    const places = EVENT_TYPES.filter((eventType) => mayStop(type, eventType))
    expect(places).toEqual(['en_route', 'resume_route'])
  })

  it('block the step button until the route is resumed', () => {
    for (const stop of STOP_TYPES) expect(nextStep('load', stop)).toBeNull()
    expect(nextStep('load', 'resume_route')).toBe('arrived_at_park')
  })
})

describe.each(OPERATION_TYPES)('time, %s', (type) => {
  const rows = EVENT_TYPES.map((eventType) => ({ eventType, ...workflowRow(type, eventType) }))

  it('is unproductive only while the truck stands', () => {
    for (const { kind, standing } of rows) if (kind === 'unproductive') expect(standing).not.toBeNull()
  })

  it('is stood in the park, and at stops', () => {
    for (const { eventType, parkInterval, standing } of rows) {
      expect(standing !== null).toBe(parkInterval !== null || isStop(eventType))
    }
  })

  it('in the park runs through its parts in order, without a break', () => {
    const parts = stepsOf(type).map((step) => workflowRow(type, step).parkInterval)
    const inPark = parts.slice(
      parts.findIndex((part) => part !== null),
      parts.findLastIndex((part) => part !== null) + 1,
    )
    expect(inPark.filter((part, index) => part !== inPark[index - 1])).toEqual(PARK_INTERVALS)
  })
})

describe('event types', () => {
  it('are steps, stops, or the resume', () => {
    expect(EVENT_TYPES).toHaveLength(13)
    expect(EVENT_TYPES.filter((type) => isStep(type) === isStop(type))).toEqual(['resume_route'])
  })

  it.each(EVENT_TYPES)('%s is one', (type) => expect(isEventType(type)).toBe(true))

  // The old words of the KPI filter are never stored.
  it.each(['', 'arrive_park', 'start_loading', 'parking', 'START_TRIP', 'toString', 'length'])(
    '%j is none',
    (text) => expect(isEventType(text)).toBe(false),
  )
})
