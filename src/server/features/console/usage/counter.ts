import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localSecond } from '#domain/time/zone'
import type { AppDeps } from '../../../deps.ts'
import { addUsage, COUNTS, type Usage } from './queries.ts'

const FLUSH_MS = 60_000
/** A database that is away for long must not fill the memory. */
const MAX_TENANTS = 50_000

/** Counts what each tenant asks, in memory, and stores it once a minute. A crash loses what that minute had. */
export interface UsageCounter {
  /** Stores what was counted. When that fails, it stays for the next time. */
  flush(): Promise<void>
}

const none = (): Usage => ({ requests: 0, refused: 0, milliseconds: 0, events: 0, channels: 0 })

const RECORDS = new Set(['/api/events', '/api/containers'])

function tally(
  usage: Usage,
  { method, routeOptions: { url = '' } }: FastifyRequest,
  reply: FastifyReply,
): void {
  usage.requests++
  usage.milliseconds += reply.elapsedTime
  if (reply.statusCode === 429) usage.refused++
  if (method !== 'POST') return
  // A replay answers 200.
  if (reply.statusCode === 201 && RECORDS.has(url)) usage.events++
  if (reply.statusCode === 200 && url === '/api/live-token') usage.channels++
}

/** Counts requests of all routes that are registered after it. */
export function countUsage(
  app: FastifyInstance,
  {
    database,
    clock,
    config: { timezone },
    onError,
  }: Pick<AppDeps, 'database' | 'clock' | 'config'> & { onError: (error: unknown) => void },
): UsageCounter {
  let counted = new Map<number, Usage>()
  let storing = Promise.resolve()
  let failing = false

  function usageOf(tenant: number): Usage | undefined {
    const known = counted.get(tenant)
    if (known || counted.size >= MAX_TENANTS) return known
    const usage = none()
    counted.set(tenant, usage)
    return usage
  }

  app.addHook('onResponse', (request, reply, done) => {
    done()
    const caller = request.signedIn?.caller
    const tenant = caller?.role === 'supervisor' ? caller.id : caller?.supervisorId
    const usage = tenant == null ? undefined : usageOf(tenant)
    if (usage) tally(usage, request, reply)
  })

  async function store(): Promise<void> {
    if (counted.size === 0) return
    const stored = counted
    counted = new Map()
    try {
      await addUsage(database.orm, localSecond(clock.steady(), timezone).slice(0, 10), stored)
      failing = false
    } catch (error) {
      for (const [tenant, usage] of stored) {
        const now = usageOf(tenant)
        if (now) for (const count of COUNTS) now[count] += usage[count]
      }
      // Logged once: the timer tries again.
      if (!failing) onError(error)
      failing = true
    }
  }

  // One at a time: two would lock the same rows.
  const flush = (): Promise<void> => {
    storing = storing.then(store)
    return storing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  app.addHook('onClose', () => {
    clearInterval(timer)
    return flush()
  })
  return { flush }
}
