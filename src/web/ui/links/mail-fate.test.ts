import { expect, it } from 'vitest'
import { formatDateTime } from '../../lib/time/date-time.ts'
import { mailFate } from './mail-fate.ts'

const at = '2026-03-10T18:00:00.000Z'
const when = formatDateTime(at)

it('tells a supervisor what became of a mail, without the words of a server', () => {
  expect(mailFate({ state: 'sent', at, cause: null })).toBe(`Entregado al servidor de correo, ${when}`)
  expect(mailFate({ state: 'waiting', at, cause: null })).toBe(`En espera desde ${when}; sale en seguida`)
  expect(mailFate({ state: 'waiting', at, cause: 'login' })).toBe(
    `En espera desde ${when}, se reintenta: el servidor de correo no está disponible`,
  )
  expect(mailFate({ state: 'failed', at, cause: 'recipient' })).toBe(
    'No se pudo entregar: la dirección no existe o no recibe correos',
  )
})
