import { describe, expect, it } from 'vitest'
import type { EventResponse, OperationResponse } from '#contract/http/operations'
import { EVENT_TYPES, type EventType, OPERATION_TYPES, type StepType, stepsOf } from '#domain/operation/steps'
import {
  applyEvent,
  conflictSentence,
  isOperation,
  newerOperation,
  progressView,
  secondsInState,
  workflowView,
} from './model.ts'

function operation(over: Partial<OperationResponse> = {}): OperationResponse {
  return {
    containerId: 'MSKU1234565_abcdefghijklmnop',
    displayContainerId: 'MSKU1234565',
    operationType: 'load',
    isActive: true,
    ended: false,
    currentStatus: 'Viajando al parque',
    currentEventType: 'en_route',
    lastCompletedStatus: 'En ruta al parque',
    lastCompletedEventType: 'en_route',
    lastCompletedTime: '2025-03-31T12:00:00.000Z',
    startTime: '2025-03-31T11:50:00.000Z',
    lastUpdated: '2025-03-31T12:00:00.000Z',
    totalDuration: 600,
    userId: 7,
    username: 'jperez',
    displayName: 'Juan Pérez',
    location: null,
    googleMapsLink: null,
    coordinates: null,
    version: 2,
    ...over,
  }
}

function event(eventType: EventType, over: Partial<EventResponse> = {}): EventResponse {
  return {
    id: 3,
    eventId: '00000000-0000-4000-8000-000000000000',
    seq: 3,
    userId: 7,
    username: 'jperez',
    containerId: 'MSKU1234565_abcdefghijklmnop',
    displayContainerId: 'MSKU1234565',
    operationType: 'load',
    eventType,
    timestamp: '2025-03-31T12:10:00.000Z',
    recordedAt: '2025-03-31T12:10:00.000Z',
    duration: null,
    location: null,
    coordinates: null,
    accuracy: null,
    googleMapsLink: null,
    ...over,
  }
}

describe('workflowView', () => {
  it('names the next step on the advance button', () => {
    expect(workflowView(operation()).advanceLabel).toBe('Avanzar a Llegada al parque')
    expect(workflowView(operation()).next).toBe('arrived_at_park')
  })

  it('says ¡Finalizar operación! on the last step', () => {
    const last = operation({ currentEventType: 'exit_park', lastCompletedEventType: 'exit_park' })
    expect(workflowView(last)).toMatchObject({ advanceLabel: '¡Finalizar operación!', next: 'end_trip' })
  })

  it('offers a stop on the road alone', () => {
    const offered = EVENT_TYPES.filter((type) => workflowView(operation({ currentEventType: type })).canStop)
    expect(offered.sort()).toEqual(['en_route', 'resume_route'])
  })

  it('while stopped advances nowhere, and keeps naming what comes after', () => {
    const view = workflowView(operation({ currentEventType: 'stop_fuel' }))
    expect(view).toMatchObject({
      next: null,
      stop: 'stop_fuel',
      canStop: false,
      phase: 'stopped',
      statusLabel: 'Parada: Combustible',
      advanceLabel: 'Avanzar a Llegada al parque',
    })
  })

  it('after a resume the driver is simply on the way again', () => {
    const view = workflowView(operation({ currentEventType: 'resume_route' }))
    expect(view).toMatchObject({
      statusLabel: 'Viajando al parque',
      step: 'en_route',
      stop: null,
      next: 'arrived_at_park',
    })
  })

  it('names the process by type', () => {
    expect(workflowView(operation()).processLabel).toBe('Proceso de carga')
    expect(workflowView(operation({ operationType: 'unload' })).processLabel).toBe('Proceso de descarga')
  })
})

describe('progressView', () => {
  it('shows what is done, the current and the next step, and leaves out the rest', () => {
    const view = progressView('load', 'access_granted')
    expect([view.position, view.count]).toEqual([4, 8])
    expect(view.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'start_trip done',
      'en_route done',
      'arrived_at_park done',
      'access_granted current',
      'vehicle_parked next',
    ])
  })

  it.each(OPERATION_TYPES)('has one current step and at most one next, at every step of a %s', (type) => {
    const steps = stepsOf(type)
    for (const [index, step] of steps.entries()) {
      const states = progressView(type, step).steps.map(({ state }) => state)
      expect(states.filter((state) => state === 'current')).toHaveLength(1)
      expect(states.filter((state) => state === 'next')).toHaveLength(index === steps.length - 1 ? 0 : 1)
      expect(states.filter((state) => state === 'done')).toHaveLength(index)
    }
  })
})

describe('applyEvent', () => {
  it('moves the operation on with a step', () => {
    const after = applyEvent(operation(), event('arrived_at_park'))
    expect(after).toMatchObject({
      currentEventType: 'arrived_at_park',
      currentStatus: 'Esperando acceso',
      lastCompletedEventType: 'arrived_at_park',
      lastCompletedStatus: 'Llegada al parque',
      lastUpdated: '2025-03-31T12:10:00.000Z',
      version: 3,
      isActive: true,
    })
  })

  it('a stop leaves the last completed step as it is', () => {
    const after = applyEvent(operation(), event('stop_rest'))
    expect(after).toMatchObject({ currentEventType: 'stop_rest', lastCompletedEventType: 'en_route' })
  })

  it('end_trip ends it', () => {
    expect(applyEvent(operation(), event('end_trip'))).toMatchObject({ isActive: false, ended: true })
  })

  it('an event without a position keeps the last known one', () => {
    const known = operation({ coordinates: { lat: 19, lng: -104 } })
    expect(applyEvent(known, event('arrived_at_park')).coordinates).toEqual({ lat: 19, lng: -104 })
  })
})

describe('newerOperation', () => {
  it('does not go back to an answer that was asked for before the press', () => {
    const shown = operation({ version: 5 })
    expect(newerOperation(shown, operation({ version: 4 }))).toBe(shown)
    const arrived = operation({ version: 6 })
    expect(newerOperation(shown, arrived)).toBe(arrived)
  })

  it('takes another operation, none, and the first one as they come', () => {
    const other = operation({ containerId: 'CSQU3054383_abcdefghijklmnop', version: 1 })
    expect(newerOperation(operation(), other)).toBe(other)
    expect(newerOperation(operation(), null)).toBeNull()
    expect(newerOperation(null, other)).toBe(other)
    expect(newerOperation(undefined, other)).toBe(other)
  })
})

describe('conflictSentence', () => {
  it('tells a repeated step, a moved operation and an ended one apart', () => {
    const truth = (currentEventType: StepType, isActive = true) => operation({ currentEventType, isActive })
    expect(conflictSentence('arrived_at_park', truth('arrived_at_park'))).toContain('ya estaba registrado')
    expect(conflictSentence('arrived_at_park', truth('access_granted'))).toContain('Estacionando vehículo')
    expect(conflictSentence('end_trip', truth('end_trip', false))).toContain('ya estaba finalizada')
  })
})

describe('isOperation', () => {
  it('accepts an operation and nothing that a broken answer may carry', () => {
    expect(isOperation(operation())).toBe(true)
    for (const value of [null, undefined, 'x', {}, []]) expect(isOperation(value)).toBe(false)
  })
})

describe('secondsInState', () => {
  it('counts whole seconds and never below zero', () => {
    const at = Date.parse('2025-03-31T12:00:00.000Z')
    expect(secondsInState(operation(), at + 61_999)).toBe(61)
    expect(secondsInState(operation(), at - 5000)).toBe(0)
  })
})
