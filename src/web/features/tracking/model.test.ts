import { describe, expect, it } from 'vitest'
import type { EventType, StepType } from '#domain/operation/steps'
import type { TrackedEvent } from '../../api/tracking.ts'
import { newestFirst, nextLabel, progressPercent, trackerSteps, tripSeconds } from './model.ts'

const tracked = (newestStepType: StepType, isActive = true) =>
  ({
    operationType: 'unload',
    isActive,
    newestStepType,
    newestEventAt: '2026-11-20T18:00:00.000Z',
  }) as const

const events = (...types: EventType[]) =>
  types.map((eventType, i) => ({ eventType, timestamp: `2026-11-20T1${i}:00:00.000Z` }))

const states = (steps: ReturnType<typeof trackerSteps>) => steps.map(({ state }) => state[0]).join('')

describe('the tracker', () => {
  it('has nine places, of the load and unload pair the one that applies', () => {
    const labels = trackerSteps(tracked('start_trip'), events('start_trip')).map(({ label }) => label)
    expect(labels).toEqual([
      'Iniciar viaje',
      'En ruta al parque',
      'Llegada al parque',
      'Acceso otorgado',
      'Vehículo estacionado',
      'Descarga completada',
      'Salida del parque',
      'Finalizar operación',
      'Completado',
    ])
  })

  it('marks what has happened, when, and what comes next', () => {
    const steps = trackerSteps(tracked('en_route'), events('start_trip', 'en_route'))
    expect(states(steps)).toBe('ddnpppppp')
    expect(steps[1]?.reachedAt).toBe('2026-11-20T11:00:00.000Z')
    expect(nextLabel(steps)).toBe('Llegada al parque')
  })

  it('counts a stop neither as a step nor as progress', () => {
    const steps = trackerSteps(
      tracked('en_route'),
      events('start_trip', 'en_route', 'stop_fuel', 'resume_route', 'stop_rest'),
    )
    expect(states(steps)).toBe('ddnpppppp')
    expect(progressPercent(steps)).toBe(22)
  })

  it('has everything done and nothing next at the end', () => {
    const steps = trackerSteps(
      tracked('end_trip', false),
      events(
        'start_trip',
        'en_route',
        'arrived_at_park',
        'access_granted',
        'vehicle_parked',
        'unload_complete',
        'exit_park',
        'end_trip',
      ),
    )
    expect(states(steps)).toBe('ddddddddd')
    expect(progressPercent(steps)).toBe(100)
    expect(nextLabel(steps)).toBeNull()
  })

  it('goes by the last completed step while the history is not there', () => {
    const steps = trackerSteps(tracked('arrived_at_park'), null)
    expect(states(steps)).toBe('dddnppppp')
    expect(steps[0]?.reachedAt).toBeNull()
  })

  it('shows at least five percent', () => {
    expect(progressPercent(trackerSteps(tracked('start_trip'), []))).toBe(5)
  })
})

describe('the history', () => {
  it('is newest first in any order of the answer', () => {
    const list = [1, 3, 2].map((id) => ({ id, timestamp: `2026-11-20T1${id}:00:00.000Z` }) as TrackedEvent)
    expect(newestFirst(list).map(({ id }) => id)).toEqual([3, 2, 1])
  })
})

describe('the length of the trip', () => {
  const container = { isActive: true, startedAt: '2026-11-20T10:00:00.000Z', totalDuration: 60 }
  it('counts on while active and stands still afterwards', () => {
    const now = Date.parse('2026-11-20T10:05:00.000Z')
    expect(tripSeconds(container, now)).toBe(300)
    expect(tripSeconds({ ...container, isActive: false }, now)).toBe(60)
    expect(tripSeconds(container, now - 600_000)).toBe(0)
  })
})
