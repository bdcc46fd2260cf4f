import { describe, expect, it } from 'vitest'
import type { EventType } from '#domain/operation/steps'
import type { Entry, RefusalCode } from '#domain/outbox/entry'
import { answered, type Notice, startFailure } from './notice.ts'

const done: Notice = {
  title: 'Hecho',
  description: 'Bien',
  hint: 'Y más',
  tone: 'done',
  at: 1,
  eventId: 'press',
}
const entry = (eventType: EventType, changes: Partial<Entry> = {}): Entry =>
  ({ eventId: 'press', eventType, status: 'waiting', undo: null, refusal: null, ...changes }) as Entry
const refusedAs = (eventType: EventType, code: RefusalCode, sentence: string | null = null): Entry =>
  entry(eventType, { status: 'refused', refusal: { code, sentence } })

describe('a notice', () => {
  it('never calls a start started that the server has not answered', () => {
    for (const goesOut of [true, false])
      expect(answered(done, entry('start_trip'), goesOut)).toMatchObject({
        title: 'Inicio guardado en este teléfono',
        description: 'Se enviará en cuanto el servidor responda.',
        hint: undefined,
      })
    expect(answered(done, entry('start_trip', { status: 'delivered' }), true)).toBe(done)
  })

  it('of a step says that it waits on the phone while it is not about to be sent', () => {
    const step = entry('en_route')
    expect(answered(done, step, true)).toBe(done)
    expect(answered(done, step, false)).toMatchObject({
      title: 'Hecho',
      description: 'Guardado en este teléfono. Se enviará en cuanto haya conexión.',
    })
    expect(answered(done, { ...step, status: 'delivered' }, false)).toBe(done)
  })

  it.each([
    ['start_trip', 'El contenedor está ocupado.'],
    ['en_route', 'No se pudo avanzar al siguiente paso. Por favor, inténtelo de nuevo.'],
    ['end_trip', 'Hubo un problema al finalizar la operación. Por favor, inténtelo de nuevo.'],
    ['stop_fuel', 'No se pudo registrar la parada. Por favor, inténtelo de nuevo.'],
    ['resume_route', 'No se pudo continuar el viaje. Por favor, inténtelo de nuevo.'],
  ] as const)('of a refused %s is an error: %s', (eventType, description) => {
    const failed = answered(done, refusedAs(eventType, 'rejected', 'El contenedor está ocupado.'), true)
    expect(failed).toMatchObject({ title: 'Error', description, hint: undefined, tone: 'failed' })
    // The list of refused steps forgets the press; the notice stays.
    expect(failed && answered(failed, refusedAs(eventType, 'rejected'), true)).toBe(failed)
  })

  it('says nothing of a step that stands, or that somebody took back', () => {
    for (const code of ['already_recorded', 'retracted', 'undo_refused'] as const)
      expect(answered(done, refusedAs('en_route', code), true)).toBeNull()
  })

  it('of a failed start has the sentence of the server, else that of the catalogue', () => {
    expect(startFailure('Usted ya tiene una operación activa.')).toBe('Usted ya tiene una operación activa.')
    expect(startFailure('')).toBe('Error desconocido al iniciar operación')
    expect(startFailure(null)).toBe('No se pudo iniciar la operación del contenedor')
  })
})
