import type { FastifyInstance } from 'fastify'

/**
 * Says once that requests come through a proxy which TRUST_PROXY does not name: all of them count as one address, and one
 * visitor spends the limits of everybody.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2) {
      isSaid = true
      request.log.warn(
        { address: request.ip },
        'X-Forwarded-For of an address that TRUST_PROXY does not name',
      )
    }
    done()
  })
}
