import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { MetricFamilies } from '../adapters/primary.ts'
import { tell } from './relay.ts'

/** After this long a scrape takes what it knew of a worker before. */
const COLLECT_MS = 2_000

/**
 * Adds up the metrics of all workers. prom-client's own `clusterMetrics` would fail a scrape for one silent worker, and
 * its sums would fall when a worker ends, which Prometheus takes for a restart of everything.
 */
export interface Scrape {
  /** The metrics of all workers as text. */
  ofAll(workers: readonly Worker[]): Promise<string>
  /** An answer of a worker to 'collect'. */
  collected(worker: Worker, id: number, families: MetricFamilies): void
  /** Keeps what an ended worker has counted. */
  ended(worker: Worker): void
}

export function createScrape(): Scrape {
  /** The last answer of each worker. */
  const known = new Map<Worker, MetricFamilies>()
  /** What ended workers had counted when they were last asked. */
  let past: Promise<MetricFamilies> = Promise.resolve([])
  const waiting = new Map<string, () => void>()
  let lastId = 0
  const own = new Registry()
  const registers = [own]
  const running = new Gauge({ name: 'acarreo_workers', help: 'Workers of the cluster that run.', registers })
  const exits = new Counter({
    name: 'acarreo_worker_exits_total',
    help: 'Workers that have ended without being told to stop.',
    registers,
  })

  function collect(worker: Worker, id: number): Promise<void> {
    return new Promise((resolve) => {
      const key = `${worker.id} ${id}`
      const end = (): void => {
        clearTimeout(timer)
        waiting.delete(key)
        resolve()
      }
      const timer = setTimeout(end, COLLECT_MS)
      waiting.set(key, end)
      tell(worker, { kind: 'collect', id }, (error) => error && end())
    })
  }

  return {
    async ofAll(workers) {
      const id = ++lastId
      await Promise.all(workers.map((worker) => collect(worker, id)))
      running.set(workers.length)
      const families = [...known.values(), await past, await own.getMetricsAsJSON()]
      return AggregatorRegistry.aggregate(families).metrics()
    },
    collected(worker, id, families) {
      known.set(worker, families)
      waiting.get(`${worker.id} ${id}`)?.()
    },
    ended(worker) {
      exits.inc()
      const families = known.get(worker)
      known.delete(worker)
      if (families === undefined) return
      const counted = families.filter(({ type }) => COUNTED.includes(String(type)))
      past = past.then((sum) => AggregatorRegistry.aggregate([sum, counted]).getMetricsAsJSON())
    },
  }
}

/** The types whose values only grow. */
const COUNTED: readonly string[] = ['counter', 'histogram', 'summary']
