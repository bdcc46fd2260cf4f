import { describe, expect, it } from 'vitest'
import type { SenderState } from './outbox/sender.ts'
import { goesOut } from './outbox/sender.ts'
import { statusLineView } from './status-line-model.ts'

const STATES: SenderState[] = ['idle', 'sending', 'silent', 'busy', 'signed_out']

describe('the status line', () => {
  it('says the exact words', () => {
    expect(statusLineView(3, 'silent', false, true, false).words).toBe('Sin conexión · 3 pasos por enviar')
    expect(statusLineView(1, 'idle', false, true, false).words).toBe('Sin conexión · 1 paso por enviar')
    expect(statusLineView(2, 'sending', true, true, false).words).toBe('Enviando · 2 pasos por enviar')
    expect(statusLineView(0, 'idle', true, true, false).words).toBe('Todo enviado')
  })

  it('never says that all is sent while something waits, whatever the sender and the network say', () => {
    for (const sender of STATES)
      for (const online of [true, false])
        for (const signedIn of [true, false])
          expect(statusLineView(1, sender, online, signedIn, false).words).toContain('1 paso por enviar')
  })

  it('never says that all is sent while the disk cannot be read', () => {
    for (const online of [true, false])
      expect(statusLineView(0, 'idle', online, true, true).words).toBe('No se pudo leer lo guardado')
    expect(statusLineView(1, 'sending', true, true, true).words).toContain('1 paso por enviar')
  })

  it('does not blame the network for a server that answers, nor the other way round', () => {
    expect(statusLineView(1, 'busy', true, true, false).words).toContain('Servidor ocupado')
    expect(statusLineView(1, 'silent', true, true, false).words).toContain('Sin conexión')
    expect(statusLineView(1, 'silent', true, false, false).words).toContain('Sin conexión')
    expect(statusLineView(1, 'idle', true, false, false).words).toContain('Sesión terminada')
  })
})

describe('a press', () => {
  it('is on its way only while the one before it got through', () => {
    expect(STATES.filter((sender) => goesOut(sender, true))).toEqual(['idle', 'sending'])
    expect(STATES.filter((sender) => goesOut(sender, false))).toEqual([])
  })
})
