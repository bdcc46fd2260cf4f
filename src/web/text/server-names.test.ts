import { describe, expect, it } from 'vitest'
import { eventLabel, statusLabel } from '#domain/operation/labels'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import { labels } from './en/labels.ts'
import { fromServer as inEnglish } from './en/wire.ts'
import { serverNames } from './server-names.ts'

const names = serverNames(labels)
const fromServer = (words: string): string | null => names.get(words) ?? inEnglish(words)

describe('what the server says, in English', () => {
  it('has a name for every event and every state', () => {
    for (const event of EVENT_TYPES) {
      expect(fromServer(eventLabel(event)), event).toMatch(/^[A-Z]/)
      for (const type of OPERATION_TYPES) expect(fromServer(statusLabel(type, event))).toMatch(/^[A-Z]/)
    }
  })

  it('tells states from steps that sound alike', () => {
    expect(fromServer('Finalizando operación')).toBe('Finishing operation')
    expect(fromServer('Finalizar operación')).toBe('End operation')
    expect(fromServer('Realizando descarga')).toBe('Unloading')
  })

  it('fills the gaps of a sentence', () => {
    expect(fromServer('a 12 km de Colima')).toBe('12 km from Colima')
    expect(fromServer('Has alcanzado el límite de 20 operadores. No puedes crear más.')).toContain(
      'limit of 20',
    )
    expect(fromServer('Ana Ruiz tiene una operación activa (MSKU1234565).')).toBe(
      'Ana Ruiz has an active operation (MSKU1234565).',
    )
  })

  it('leaves alone what it does not know', () => {
    expect(fromServer('Colima')).toBeNull()
    expect(fromServer('')).toBeNull()
  })
})
