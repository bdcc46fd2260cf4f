import { describe, expect, it } from 'vitest'
import { eventLabel, operatorStatusLabel, statusLabel, stepLabel, trackerLabels } from './labels.ts'
import { EVENT_TYPES, OPERATION_TYPES, STEP_TYPES } from './steps.ts'

describe('the tracker', () => {
  it('has nine places, with the one of the pair that applies', () => {
    const before = [
      'Iniciar viaje',
      'En ruta al parque',
      'Llegada al parque',
      'Acceso otorgado',
      'Vehículo estacionado',
    ]
    const after = ['Salida del parque', 'Finalizar operación', 'Completado']
    expect(trackerLabels('load')).toEqual([...before, 'Carga completada', ...after])
    expect(trackerLabels('unload')).toEqual([...before, 'Descarga completada', ...after])
  })
})

describe('an event in a list', () => {
  it('is called as its step', () => {
    for (const step of STEP_TYPES) expect(eventLabel(step)).toBe(stepLabel(step))
  })

  it.each([
    ['stop_bathroom', 'Parada: Baño'],
    ['stop_fuel', 'Parada: Combustible'],
    ['stop_rest', 'Parada: Descanso'],
    ['resume_route', 'Retomar ruta'],
  ] as const)('%s is %s', (type, label) => {
    expect(eventLabel(type)).toBe(label)
  })

  it('has a name of its own for every type', () => {
    expect(new Set(EVENT_TYPES.map(eventLabel)).size).toBe(EVENT_TYPES.length)
  })
})

describe('the status', () => {
  it('after a resume tells the supervisor that a stop has ended, and the driver that the trip goes on', () => {
    expect(statusLabel('load', 'resume_route')).toBe('Retomando viaje')
    expect(operatorStatusLabel('load', 'resume_route')).toBe('Viajando al parque')
  })

  it('is otherwise the same to both', () => {
    for (const type of OPERATION_TYPES) {
      for (const eventType of EVENT_TYPES.filter((each) => each !== 'resume_route')) {
        expect(operatorStatusLabel(type, eventType)).toBe(statusLabel(type, eventType))
      }
    }
  })

  it('in the park says what is done there', () => {
    expect(statusLabel('load', 'vehicle_parked')).toBe('Realizando carga')
    expect(statusLabel('unload', 'vehicle_parked')).toBe('Realizando descarga')
  })
})
