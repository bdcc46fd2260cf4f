import { expect, it } from 'vitest'
import { alertDigest } from './alerts.ts'

it('writes the time of an alert as the desk does, in the zone of the product', () => {
  const { text } = alertDigest({
    to: 'rosa@parque.mx',
    lines: [{ kind: 'silent', level: 3, containerNumber: 'MSKU1234565', at: Date.UTC(2026, 10, 24, 4, 20) }],
    timezone: 'America/Mexico_City',
    supportEmail: 'soporte@acarreo.mx',
  })
  expect(text).toContain('23 nov 2026, 22:20  Urgente: Sin noticias  MSKU1234565')
})
