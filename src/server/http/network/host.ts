import type { FastifyInstance, FastifyRequest } from 'fastify'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Whether a Host header names this machine itself. */
export const isLoopback = (host: string | undefined): boolean => LOOPBACK.test(host ?? '')

/** Watched by machines that know an address and not the name. They tell nothing about anybody. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Refuses requests for other hosts than the one of PUBLIC_URL: of a name that somebody else points here (DNS rebinding),
 * or of a proxy that passes everything on. Loopback always counts. Two Host headers are refused with or without PUBLIC_URL,
 * because a proxy may have read the other one.
 */
export function installHostCheck(app: FastifyInstance, publicOrigin: string | null): void {
  const ownName = publicOrigin === null ? null : new URL(publicOrigin).hostname

  const isForeign = ({ host, url }: FastifyRequest): boolean =>
    ownName !== null && nameIn(host) !== ownName && !isLoopback(host) && !WATCHED.has(url)

  app.addHook('onRequest', (request, reply, done) => {
    if (hostHeaders(request) > 1) {
      reply.code(400).type('text/plain; charset=utf-8').send('La solicitud trae dos cabeceras Host.')
    } else if (isForeign(request)) {
      reply.code(421).type('text/plain; charset=utf-8').send(`Acarreo se abre en ${publicOrigin}.`)
    } else done()
  })
}

function hostHeaders({ raw: { rawHeaders } }: FastifyRequest): number {
  let found = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') found++
  }
  return found
}

/** Without the port, which proxies drop or change. */
const nameIn = (host: string | undefined): string => (host ?? '').replace(/:\d+$/, '').toLowerCase()
