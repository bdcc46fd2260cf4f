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
}
