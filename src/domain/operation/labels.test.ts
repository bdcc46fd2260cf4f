import { describe, expect, it } from 'vitest'
import { eventLabel, statusLabel } from './labels.ts'
import { EVENT_TYPES } from './steps.ts'

describe('an event in a list', () => {
  it.each([
    ['start_trip', 'Iniciar viaje'],
    ['en_route', 'En ruta al parque'],
    ['arrived_at_park', 'Llegada al parque'],
    ['access_granted', 'Acceso otorgado'],
    ['vehicle_parked', 'Vehículo estacionado'],
    ['load_complete', 'Carga completada'],
    ['unload_complete', 'Descarga completada'],
    ['exit_park', 'Salida del parque'],
    ['end_trip', 'Finalizar operación'],
    ['stop_bathroom', 'Parada: Baño'],
    ['stop_fuel', 'Parada: Combustible'],
    ['stop_rest', 'Parada: Descanso'],
    ['resume_route', 'Retomar ruta'],
  ] as const)('%s is %s', (type, label) => {
    expect(eventLabel(type)).toBe(label)
  })

  it('has a label that no other type has', () => {
    expect(new Set(EVENT_TYPES.map(eventLabel)).size).toBe(EVENT_TYPES.length)
  })
})

describe('the status', () => {
  it('after a resume tells the supervisor that a stop has ended', () => {
    expect(statusLabel('load', 'resume_route')).toBe('Retomando viaje')
  })

  it('in the park says what is done there', () => {
    expect(statusLabel('load', 'vehicle_parked')).toBe('Realizando carga')
    expect(statusLabel('unload', 'vehicle_parked')).toBe('Realizando descarga')
  })
})
