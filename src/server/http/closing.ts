import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Lets a shutdown end with the last answer. Closing ends idle connections; one with a request in progress would then be
 * kept alive and delay the shutdown until its time-out.
 */
export function installPromptClose(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    // An app that never listened has no server to close.
    sweeping.unref()
  })
  app.server.on('close', () => clearInterval(sweeping))
  // Node no longer tracks a connection after an upgrade request, so one that was answered instead is ended here; a
  // shutdown would wait for it. (The websocket plugin ends those that its own routes refuse.)
  app.addHook('onResponse', ({ headers, raw }, _reply, done) => {
    if (headers.upgrade !== undefined) raw.socket.destroySoon?.()
    done()
  })
}
