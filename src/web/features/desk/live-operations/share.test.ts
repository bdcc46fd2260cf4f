import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/operation.ts'
import { shareMessage, whatsAppAddress } from './share.ts'

const NOW = Date.UTC(2026, 10, 23, 18)
const operation = {
  containerNumber: 'TCNU7200794',
  operationType: 'load',
  newestEventType: 'stop_bathroom',
  newestStepType: 'en_route',
} as Operation
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const expected = { kind: 'range', fromAt: at(10), toAt: at(40) } as never

describe('what is sent with a link', () => {
  it('has the state and the expected time, and the kind of a stop only with everything', () => {
    expect(shareMessage(operation, { level: 'times', expected, now: NOW })).toMatch(
      /^Contenedor TCNU 720079 4: Parada\. Llega al parque: \d\d:\d\d a \d\d:\d\d\.$/,
    )
    expect(shareMessage(operation, { level: 'full', expected, now: NOW })).toContain('Parada: Baño. Llega')
    expect(shareMessage(operation, { level: 'status', expected, now: NOW })).toBe(
      'Contenedor TCNU 720079 4: Parada.',
    )
    expect(shareMessage(operation, { level: 'times', expected: null, now: NOW })).not.toContain('Llega')
  })

  it('is one text for WhatsApp', () => {
    expect(whatsAppAddress('a & b')).toBe('https://wa.me/?text=a%20%26%20b')
  })
})
