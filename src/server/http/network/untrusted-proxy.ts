import type { FastifyInstance } from 'fastify'
import { tellTo } from '../../log/tell.ts'

/**
 * Says once that requests come through a proxy which TRUST_PROXY does not name: all of them count as one address, and one
 * visitor spends the limits of everybody.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2) {
      isSaid = true
      tellTo(request.log)('PROXY_UNTRUSTED', { address: request.ip })
    }
    done()
  })
}
