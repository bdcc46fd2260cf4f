import { describe, expect, it } from 'vitest'
import type { SenderState } from './outbox/sender.ts'
import { goesOut } from './outbox/sender.ts'
import { type Delivery, statusLineView } from './status-line-model.ts'

const QUIET: Delivery = {
  unsent: 0,
  refusals: 0,
  sender: 'idle',
  online: true,
  signedIn: true,
  unread: false,
  maintenance: false,
}
const words = (state: Partial<Delivery>): string => statusLineView({ ...QUIET, ...state }).words

const STATES: SenderState[] = ['idle', 'sending', 'silent', 'busy', 'signed_out']

describe('the status line', () => {
  it('says the exact words', () => {
    expect(words({ unsent: 3, sender: 'silent', online: false })).toBe('Sin conexión · 3 pasos por enviar')
    expect(words({ unsent: 1, online: false })).toBe('Sin conexión · 1 paso por enviar')
    expect(words({ unsent: 2, sender: 'sending' })).toBe('Enviando · 2 pasos por enviar')
    expect(words({})).toBe('Todo enviado')
  })

  it('never says that all is sent while something waits, whatever the sender and the network say', () => {
    for (const sender of STATES)
      for (const online of [true, false])
        for (const signedIn of [true, false])
          expect(words({ unsent: 1, sender, online, signedIn })).toContain('1 paso por enviar')
  })

  it('never says that all is sent while the disk cannot be read', () => {
    for (const online of [true, false])
      expect(words({ online, unread: true })).toBe('No se pudo leer lo guardado')
    expect(words({ unsent: 1, sender: 'sending', unread: true })).toContain('1 paso por enviar')
  })

  it('never says that all is sent beside refused steps', () => {
    expect(words({ refusals: 1 })).toBe('1 paso rechazado')
    expect(words({ refusals: 2, unsent: 3, online: false })).toBe('2 pasos rechazados · 3 pasos por enviar')
  })

  it('says where steps stay during maintenance, and how many', () => {
    expect(words({ maintenance: true })).toBe('Mantenimiento: se guarda en el teléfono')
    expect(words({ maintenance: true, unsent: 2, sender: 'busy' })).toBe(
      'Mantenimiento: se guarda en el teléfono · 2 pasos por enviar',
    )
  })

  it('does not blame the network for a server that answers, nor the other way round', () => {
    expect(words({ unsent: 1, sender: 'busy' })).toContain('Servidor ocupado')
    expect(words({ unsent: 1, sender: 'silent' })).toContain('Sin conexión')
    expect(words({ unsent: 1, sender: 'silent', signedIn: false })).toContain('Sin conexión')
    expect(words({ unsent: 1, signedIn: false })).toContain('Sesión terminada')
  })
})

describe('a press', () => {
  it('is on its way only while the one before it got through', () => {
    expect(STATES.filter((sender) => goesOut(sender, true))).toEqual(['idle', 'sending'])
    expect(STATES.filter((sender) => goesOut(sender, false))).toEqual([])
  })
})
