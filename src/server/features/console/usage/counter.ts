import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localSecond } from '#domain/time/zone'
import { storeLater } from '../../../adapters/store-later.ts'
import type { AppDeps } from '../../../deps.ts'
import { addUsage, COUNTS, type Usage } from './queries.ts'

/** A crash loses what that minute had. */
const FLUSH_MS = 60_000
const MAX_TENANTS = 50_000

const RECORDS = new Set(['/api/events', '/api/containers'])

/** What one request adds. */
function usageOf({ method, routeOptions: { url = '' } }: FastifyRequest, reply: FastifyReply): Usage {
  const { statusCode } = reply
  const posted = method === 'POST'
  return {
    requests: 1,
    refused: Number(statusCode === 429),
    milliseconds: reply.elapsedTime,
    // A replay answers 200.
    events: Number(posted && statusCode === 201 && RECORDS.has(url)),
    channels: Number(posted && statusCode === 200 && url === '/api/live-token'),
  }
}

/** Counts what each tenant asks, of all routes that are registered after it. */
export function countUsage(
  app: FastifyInstance,
  {
    database,
    clock,
    config: { timezone },
    onError,
  }: Pick<AppDeps, 'database' | 'clock' | 'config'> & { onError: (error: unknown) => void },
): void {
  const counted = storeLater<number, Usage>({
    everyMs: FLUSH_MS,
    most: MAX_TENANTS,
    merge(known, more) {
      for (const count of COUNTS) known[count] += more[count]
      return known
    },
    store: (counted) => addUsage(database.orm, localSecond(clock.steady(), timezone).slice(0, 10), counted),
    onError,
  })

  app.addHook('onResponse', (request, reply, done) => {
    done()
    const caller = request.signedIn?.caller
    const tenant = caller?.role === 'supervisor' ? caller.id : caller?.supervisorId
    if (tenant != null) counted.add(tenant, usageOf(request, reply))
  })
  app.addHook('onClose', () => counted.close())
}
