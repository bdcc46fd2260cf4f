import { describe, expect, it } from 'vitest'
import type { SenderState } from '../../lib/outbox-sender.ts'
import { statusLineView } from './status-line-model.ts'

const STATES: SenderState[] = ['idle', 'sending', 'silent', 'busy', 'signed_out']

describe('the status line', () => {
  it('says the exact words', () => {
    expect(statusLineView(3, 'silent', false, true).words).toBe('Sin conexión · 3 pasos por enviar')
    expect(statusLineView(1, 'idle', false, true).words).toBe('Sin conexión · 1 paso por enviar')
    expect(statusLineView(2, 'sending', true, true).words).toBe('Enviando · 2 pasos por enviar')
    expect(statusLineView(0, 'idle', true, true).words).toBe('Todo enviado')
  })

  it('never says that all is sent while something waits, whatever the sender and the network say', () => {
    for (const sender of STATES)
      for (const online of [true, false])
        for (const signedIn of [true, false])
          expect(statusLineView(1, sender, online, signedIn).words).toContain('1 paso por enviar')
  })

  it('does not blame the network for a server that answers, nor the other way round', () => {
    expect(statusLineView(1, 'busy', true, true).words).toContain('Servidor ocupado')
    expect(statusLineView(1, 'silent', true, true).words).toContain('Sin conexión')
    expect(statusLineView(1, 'silent', true, false).words).toContain('Sin conexión')
    expect(statusLineView(1, 'idle', true, false).words).toContain('Sesión terminada')
  })
})
