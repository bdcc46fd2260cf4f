import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Lets a stop end with the last answer. Closing ends the connections that are idle at that moment; one that was still
 * being answered would then be kept alive, and hold up the stop, until its own time-out.
 */
export function installPromptClose(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    // An app that never listened has no server to close, and must not be kept running by this.
    sweeping.unref()
  })
  app.server.on('close', () => clearInterval(sweeping))
  // A connection that asked to become a socket and got an answer instead is out of the server's hands: nobody would end
  // it, and a stop would wait for it. (The socket plugin ends those that its own routes refuse.)
  app.addHook('onResponse', async ({ headers, raw }) => {
    if (headers.upgrade !== undefined) raw.socket.destroySoon?.()
  })
}
