import cluster, { type Worker } from 'node:cluster'
import { backoffMs } from '#domain/outbox/backoff'
import { BEAT_MS, type Enveloped, type ToPrimary } from '../adapters/primary.ts'
import type { Connection } from '../db/connect.ts'
import { createRelay, tell } from './relay.ts'
import { createScrape } from './scrape.ts'

/** A worker that serves this long has not crashed at its start: the backoff begins again. */
const STEADY_MS = 60_000
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
  warn,
  hangingBeats = HANGING_BEATS,
}: {
  count: number
  program: string
  connection: Connection
  warn: (line: string) => void
  hangingBeats?: number
}): Workers {
  const relay = createRelay()
  const scrape = createScrape()
  const places = Array.from({ length: count }, newPlace)
  let stopping = false
  let started = false
  let onEmpty: () => void = () => {}
  cluster.setupPrimary({ exec: program })

  const running = (): Worker[] => places.flatMap(({ worker }) => worker ?? [])

  const listening = (): Worker[] =>
    places.flatMap(({ worker, isListening }) => (worker !== null && isListening ? worker : []))

  function hear(place: Place, worker: Worker, message: ToPrimary): void {
    switch (message.kind) {
      case 'beat':
        place.missedBeats = 0
        // Not before: a worker that does not listen yet would lose it.
        if (relay.join(worker)) tell(worker, { kind: 'begin', connection })
        tell(worker, { kind: 'beat' })
        break
      case 'bus':
        relay.carry(worker, message.text)
        break
      case 'metrics':
        scrape.collected(worker, message.id, message.families)
        break
      case 'scrape':
        void scrape.ofAll(listening()).then((text) => tell(worker, { kind: 'scraped', id: message.id, text }))
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
        resolve(port)
      })
      worker.once('exit', (code, signal) => {
        ended(place, worker, signal ?? code)
        resolve(null)
      })
    })
  }

  function ended(place: Place, worker: Worker, how: string | number): void {
    place.worker = null
    relay.leave(worker, how !== 0)
    if (running().length === 0) onEmpty()
    if (stopping) return
    if (!started) {
      // With 1 it has said why.
      if (how !== 1) warn(`El proceso ${worker.process.pid} terminó antes de estar listo (${how}).`)
      return
    }
    scrape.ended(worker)
    place.crashes = performance.now() - place.startedAt < STEADY_MS ? place.crashes + 1 : 1
    const delay = backoffMs(place.crashes, Math.random())
    const seconds = (delay / 1000).toLocaleString('es-MX', { maximumFractionDigits: 1 })
    warn(`El proceso ${worker.process.pid} terminó (${how}); otro lo reemplaza en ${seconds} s.`)
    place.restart = setTimeout(() => void fork(place), delay)
  }

  const watching = setInterval(() => {
    for (const place of places) {
      if (place.worker === null || place.missedBeats === null) continue
      if (++place.missedBeats !== hangingBeats) continue
      warn(`El proceso ${place.worker.process.pid} no responde desde hace ${hangingBeats} s: se termina.`)
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
      if (port === null || ports.includes(null)) throw new WorkerStartError()
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
export class WorkerStartError extends Error {}

const newPlace = (): Place => ({
  worker: null,
  isListening: false,
  startedAt: 0,
  crashes: 0,
  missedBeats: null,
})
