import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Aggregator,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'
import { seldom } from '../../adapters/thread/seldom.ts'
import { unauthorized } from '../answer/problem.ts'
import { type AdminTries, presentedIn } from '../caller/admin-guard.ts'
import { isLoopback } from '../network/host.ts'

/**
 * The metrics of one app. Labels are routes, kinds and jobs: never a tenant, a path or an operation. None is called `job` or
 * `instance`: Prometheus gives these to every series and would rename ours.
 */
export interface Metrics {
  registry: Registry
  /**
   * A gauge that is read at each scrape; omitted when it is null or fails. `among` says what becomes of the values of the
   * workers of a cluster; their sum if it is left out.
   */
  watch(
    name: string,
    help: string,
    read: () => number | null | Promise<number | null>,
    among?: Aggregator,
  ): void
  /** The same with one label, whose values are from a closed list. */
  watchEach(
    name: string,
    help: string,
    label: string,
    read: () => Figures | Promise<Figures>,
    among?: Aggregator,
  ): void
  /** Shows the failures of these jobs from zero: an alarm sees the first one only when there was a zero before it. */
  expectJobs(jobs: readonly string[]): void
  countJobFailure(job: string): void
  /** One try of a mail. */
  countMail(outcome: (typeof MAIL_OUTCOMES)[number]): void
}
type Figures = Readonly<Record<string, number>>

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

/** What a try of a mail can end with: `held` by a server that takes none. */
const MAIL_OUTCOMES = ['sent', 'put_off', 'held', 'failed'] as const

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Each scrape would list all connections and files under way for these, one by one: with a thousand 20 ms of the thread. */
const LISTED_ONE_BY_ONE = ['resources', 'handles', 'requests'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
])

let process_: Registry | undefined

/** One per process, because the observers of the default metrics cannot be removed again. */
function processRegistry(): Registry {
  if (!process_) {
    process_ = new Registry()
    collectDefaultMetrics({ register: process_ })
    for (const name of LISTED_ONE_BY_ONE) process_.removeSingleMetric(name)
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
    labelNames: ['job_name'],
    registers,
  })

  const mails = new Counter({
    name: 'acarreo_mails_total',
    help: 'Mails that this process sent, and tries of others: put off, held by a server that takes none, failed for good.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)

  app.addHook('onResponse', (request, reply, done) => {
    done()
    // A websocket's response lasts as long as the socket.
    if (request.raw.headers.upgrade !== undefined) return
    // The pattern, because a path may contain an operation key.
    const route = request.routeOptions.url ?? '(none)'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) limited.inc({ route })
  })

  const metrics: Metrics = {
    registry,
    watch(name, help, read, among = 'sum') {
      const gauge = new Gauge({
        name,
        help,
        registers,
        aggregator: among,
        async collect() {
          const value = await orNothing(read)
          if (value === null) gauge.remove()
          else gauge.set(value)
        },
      })
    },
    watchEach(name, help, label, read, among = 'sum') {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        aggregator: among,
        async collect() {
          gauge.reset()
          for (const [key, value] of Object.entries((await orNothing(read)) ?? {}))
            gauge.set({ [label]: key }, value)
        },
      })
    },
    expectJobs(jobs) {
      for (const job of jobs) failures.inc({ job_name: job }, 0)
    },
    countJobFailure: (job) => failures.inc({ job_name: job }),
    countMail: (outcome) => mails.inc({ outcome }),
  }
  app.decorate('metrics', metrics)
  return metrics
}

/** A failing gauge must not fail the scrape. */
async function orNothing<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

/** Gets the metrics of all workers of the cluster, in the text of Prometheus. */
export type ScrapeAll = () => Promise<string>

/** The metrics of this app and its process. */
export const ownMetrics = (app: FastifyInstance): Registry<PrometheusContentType> =>
  Registry.merge([app.metrics.registry, processRegistry()])

/**
 * `GET /metrics` for Prometheus: open to this machine, and to others with the administrator's key. With a thousand
 * connections a scrape costs the thread ten milliseconds and more, because each open file is counted.
 */
export function installMetricsRoute(
  app: FastifyInstance,
  tries: AdminTries,
  scrape: ScrapeAll = () => ownMetrics(app).metrics(),
): void {
  // Bytes: a string would be encoded again for each who waited for this run.
  const scraped = seldom(async () => Buffer.from(await scrape()))
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request)) {
      const presented = presentedIn(request)
      if (!presented || !(await tries(presented, request.ip))) throw unauthorized()
    }
    return reply
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .header('Cache-Control', 'no-store')
      .send(await scraped())
  })
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether the request comes from this machine and addresses it as localhost. Forwarded requests do not count, because
 * behind a local proxy every request comes from here; nor do other Host names (DNS rebinding).
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    isLoopback(headers.host) &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}
