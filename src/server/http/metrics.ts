import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ADMIN_KEY_HEADER } from '#contract/http/admin'
import type { AdminTries } from './admin-guard.ts'
import { unauthorized } from './problem.ts'

/** What the parts of one app tell. Labels name routes, kinds and jobs: never a tenant, a path or an operation. */
export interface Metrics {
  registry: Registry
  /** A figure that is asked for with each reading; left out when it is null or cannot be had. */
  watch(name: string, help: string, read: () => number | null | Promise<number | null>): void
  /** The same with one label; only values from a closed list. */
  watchEach(name: string, help: string, label: string, read: () => Figures | Promise<Figures>): void
  countJobFailure(job: string): void
}
type Figures = Readonly<Record<string, number>>

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

let process_: Registry | undefined

/** Of the process, however many apps it holds: their observers cannot be taken down again. */
function processRegistry(): Registry {
  if (!process_) {
    process_ = new Registry()
    collectDefaultMetrics({ register: process_ })
  }
  return process_
}

/** Counts requests of all routes that are registered after it. */
export function installMetrics(app: FastifyInstance): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const seconds = new Histogram({
    name: 'acarreo_http_request_duration_seconds',
    help: 'Time until the whole answer was handed over, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const limited = new Counter({
    name: 'acarreo_rate_limited_total',
    help: 'Requests that were answered with 429.',
    labelNames: ['route'],
    registers,
  })
  const failures = new Counter({
    name: 'acarreo_job_failures_total',
    help: 'Runs in this process that failed.',
    labelNames: ['job'],
    registers,
  })

  app.addHook('onResponse', async (request, reply) => {
    // A socket's 'answer' lasts as long as the socket.
    if (request.raw.headers.upgrade !== undefined) return
    // The pattern: a path may hold an operation key.
    const route = request.routeOptions.url ?? '(none)'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) limited.inc({ route })
  })

  const metrics: Metrics = {
    registry,
    watch(name, help, read) {
      const gauge = new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await orNothing(read)
          if (value === null) gauge.remove()
          else gauge.set(value)
        },
      })
    },
    watchEach(name, help, label, read) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          gauge.reset()
          for (const [key, value] of Object.entries((await orNothing(read)) ?? {}))
            gauge.set({ [label]: key }, value)
        },
      })
    },
    countJobFailure: (job) => failures.inc({ job }),
  }
  app.decorate('metrics', metrics)
  return metrics
}

/** What cannot be read now is left out: the others are wanted most when something is wrong. */
async function orNothing<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

/** `GET /metrics` for Prometheus: for whoever asks on this very machine, and for whoever has the administrator's key. */
export function installMetricsRoute(app: FastifyInstance, tries: AdminTries): void {
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request)) {
      const presented = request.headers[ADMIN_KEY_HEADER]
      if (typeof presented !== 'string' || !(await tries(presented, request.ip))) throw unauthorized()
    }
    const all = Registry.merge([app.metrics.registry, processRegistry()])
    return reply
      .type(all.contentType)
      .header('Cache-Control', 'no-store')
      .send(await all.metrics())
  })
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether somebody on this machine asks, by its own name. Behind a proxy on the same machine every request comes from
 * here, so one that was passed on counts as a stranger's; so does a page that calls this machine by a name of its own.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(headers.host ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}
