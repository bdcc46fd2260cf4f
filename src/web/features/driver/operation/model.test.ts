import { describe, expect, it } from 'vitest'
import {
  EVENT_TYPES,
  type EventType,
  OPERATION_TYPES,
  type OperationType,
  type StepType,
  stepsOf,
} from '#domain/operation/steps'
import { progressView, secondsInState, workflowView } from './model.ts'

const at = (
  eventType: EventType,
  newestStepType: StepType = 'en_route',
  operationType: OperationType = 'load',
) => ({
  state: {
    operationType,
    newestEventType: eventType,
    newestStepType,
    newestStepAt: 0,
    startedAt: 0,
    newestEventAt: 0,
    version: 2,
    isCancelled: false,
  },
})

describe('workflowView', () => {
  it('names the next step on the advance button', () => {
    expect(workflowView(at('en_route')).advanceLabel).toBe('Avanzar a Llegada al parque')
    expect(workflowView(at('en_route')).next).toBe('arrived_at_park')
  })

  it('says ¡Finalizar operación! on the last step', () => {
    expect(workflowView(at('exit_park', 'exit_park'))).toMatchObject({
      advanceLabel: '¡Finalizar operación!',
      next: 'end_trip',
    })
  })

  it('offers a stop on the road alone', () => {
    const offered = EVENT_TYPES.filter((type) => workflowView(at(type)).canStop)
    expect(offered.sort()).toEqual(['en_route', 'resume_route'])
  })

  it('while stopped advances nowhere, and keeps naming what comes after', () => {
    const view = workflowView(at('stop_fuel'))
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
    const view = workflowView(at('resume_route'))
    expect(view).toMatchObject({
      statusLabel: 'Viajando al parque',
      step: 'en_route',
      stop: null,
      next: 'arrived_at_park',
    })
  })

  it('names the process by type', () => {
    expect(workflowView(at('en_route')).processLabel).toBe('Proceso de carga')
    expect(workflowView(at('en_route', 'en_route', 'unload')).processLabel).toBe('Proceso de descarga')
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

describe('secondsInState', () => {
  it('counts whole seconds and never below zero', () => {
    const then = Date.parse('2025-03-31T12:00:00.000Z')
    expect(secondsInState(then, then + 61_999)).toBe(61)
    expect(secondsInState(then, then - 5000)).toBe(0)
  })
})
