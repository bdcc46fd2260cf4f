import cluster, { type Worker } from 'node:cluster'
import { backoffMs } from '#domain/outbox/backoff'
import { BEAT_MS, type Enveloped, type ToPrimary } from '../adapters/primary.ts'
import type { Connection } from '../db/connect.ts'
import { createSharedFaults } from '../log/shared-faults.ts'
import type { Tell } from '../log/tell.ts'
import { createRelay, tell as tellWorker } from './relay.ts'
import { createScrape } from './scrape.ts'

/** A worker that serves this long has not crashed at its start: the backoff begins again. */
const STEADY_MS = 60_000
/** EX_CONFIG of sysexits.h: nothing changes until somebody changes it, so a service manager need not try again. */
export const EXIT_CONFIG = 78
/** So many missed beats mean that a worker hangs. Beats, not time: this process may have been stopped. */
const HANGING_BEATS = 30

/** One of the N workers: the running one, or the one to come. */
interface Place {
  worker: Worker | null
  isListening: boolean
  startedAt: number
  /** Crashes in a row. */
  crashes: number
  /** Since the last beat; null before the first one, since loading the program may take longer than any beat. */
  missedBeats: number | null
  /** Since when nobody listens in it, monotonic milliseconds; null: somebody does, or did not yet. */
  lostAt: number | null
  /** Crashes since then. */
  unsaid: number
  restart?: NodeJS.Timeout
}

export interface Workers {
  /** Starts all of them. Returns the bound port when all listen; throws when one ends before. */
  start(): Promise<number>
  /** Lets each worker answer what is under way, and waits until it has ended. */
  stop(): Promise<void>
  /** Ends them at once. */
  kill(): void
}

/** Starts, connects, watches and replaces the workers of the cluster. `program` is the file that they run. */
export function superviseWorkers({
  count,
  program,
  connection,
  tell,
  hangingBeats = HANGING_BEATS,
}: {
  count: number
  program: string
  connection: Connection
  tell: Tell
  hangingBeats?: number
}): Workers {
  const relay = createRelay()
  const scrape = createScrape()
  const faults = createSharedFaults<Worker>(tell)
  const places = Array.from({ length: count }, newPlace)
  let stopping = false
  let started = false
  /** Why the first one ended before it listened. */
  let exitCode = 1
  let onEmpty: () => void = () => {}
  // Each worker accepts by itself. Through the primary, Node's default, the connection stays open that a killed worker was
  // being given.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })

  const running = (): Worker[] => places.flatMap(({ worker }) => worker ?? [])

  const listening = (): Worker[] =>
    places.flatMap(({ worker, isListening }) => (worker !== null && isListening ? worker : []))

  function hear(place: Place, worker: Worker, message: ToPrimary): void {
    switch (message.kind) {
      case 'beat':
        place.missedBeats = 0
        // Not before: a worker that does not listen yet would lose it.
        if (relay.join(worker)) tellWorker(worker, { kind: 'begin', connection })
        tellWorker(worker, { kind: 'beat' })
        break
      case 'bus':
        relay.carry(worker, message.text)
        break
      case 'metrics':
        scrape.collected(worker, message.id, message.families)
        break
      case 'fault':
        faults.said(worker, message.line)
        break
      case 'scrape':
        void scrape
          .ofAll(listening())
          .then((text) => tellWorker(worker, { kind: 'scraped', id: message.id, text }))
    }
  }

  /** Resolves with the port when the worker listens, and with null if it ends before. */
  function fork(place: Place): Promise<number | null> {
    const worker = cluster.fork()
    Object.assign(place, { worker, isListening: false, startedAt: performance.now(), missedBeats: null })
    // A message to a worker that has just ended; 'exit' follows.
    worker.on('error', () => {})
    worker.on('message', ({ acarreo }: Partial<Enveloped<ToPrimary>>) => {
      if (acarreo !== undefined) hear(place, worker, acarreo)
    })
    return new Promise((resolve) => {
      worker.once('listening', ({ port }) => {
        place.isListening = true
        faults.running(running())
        if (place.lostAt !== null) {
          const seconds = Math.round((performance.now() - place.lostAt) / 100) / 10
          tell('WORKER_BACK', { worker: worker.process.pid ?? 0, seconds, suppressed: place.unsaid })
          Object.assign(place, { lostAt: null, unsaid: 0 })
        }
        resolve(port)
      })
      worker.once('exit', (code, signal) => {
        ended(place, worker, signal ?? code)
        resolve(null)
      })
    })
  }

  function ended(place: Place, worker: Worker, how: string | number): void {
    const { pid = 0 } = worker.process
    place.worker = null
    relay.leave(worker, how !== 0)
    if (running().length === 0) onEmpty()
    if (stopping) return
    if (!started) {
      if (typeof how === 'number' && how !== 0) exitCode = how
      // With these it has said why.
      if (how !== 1 && how !== EXIT_CONFIG) tell('WORKER_NOT_STARTED', { worker: pid, how: String(how) })
      return
    }
    scrape.ended(worker)
    place.crashes = performance.now() - place.startedAt < STEADY_MS ? place.crashes + 1 : 1
    const delay = backoffMs(place.crashes, Math.random())
    // One that crashes again before it listened belongs to the same fault.
    if (place.lostAt === null) {
      place.lostAt = performance.now()
      tell('WORKER_DIED', { worker: pid, how: String(how), seconds: Math.round(delay / 100) / 10 })
    } else place.unsaid++
    place.restart = setTimeout(() => void fork(place), delay)
  }

  const watching = setInterval(() => {
    for (const place of places) {
      if (place.worker === null || place.missedBeats === null) continue
      if (++place.missedBeats !== hangingBeats) continue
      tell('WORKER_HANGS', { worker: place.worker.process.pid ?? 0, seconds: hangingBeats })
      place.worker.process.kill('SIGKILL')
    }
  }, BEAT_MS)
  watching.unref()

  return {
    async start() {
      // The first one alone: what keeps one from starting is then said once.
      const [first, ...others] = places as [Place, ...Place[]]
      const port = await fork(first)
      const ports = port === null ? [null] : await Promise.all([port, ...others.map(fork)])
      if (port === null || ports.includes(null)) throw new WorkerStartError(exitCode)
      started = true
      return port
    },
    async stop() {
      stopping = true
      clearInterval(watching)
      for (const { restart } of places) clearTimeout(restart)
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      if (running().length === 0) return
      for (const worker of running()) worker.process.kill('SIGTERM')
      await empty
    },
    kill() {
      for (const worker of running()) worker.process.kill('SIGKILL')
    },
  }
}

/** A worker ended before it listened; the terminal already shows why. */
export class WorkerStartError extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('a worker did not start')
    this.exitCode = exitCode
  }
}

const newPlace = (): Place => ({
  worker: null,
  isListening: false,
  startedAt: 0,
  crashes: 0,
  missedBeats: null,
  lostAt: null,
  unsaid: 0,
})
