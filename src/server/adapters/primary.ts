import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { SharedLine } from '../log/shared-faults.ts'

/** Metrics of one process, as prom-client writes them in JSON. */
export type MetricFamilies = MetricObjectWithValues<MetricValue<string>>[]

/** From a worker of the cluster to its primary. */
export type ToPrimary =
  | { kind: 'beat' }
  /** For all other workers. */
  | { kind: 'bus'; text: string }
  /** This worker is asked for the metrics of all. */
  | { kind: 'scrape'; id: number }
  /** Answers `collect`. */
  | { kind: 'metrics'; id: number; families: MetricFamilies }
  /** To be written once for all workers. */
  | { kind: 'fault'; line: SharedLine }

/** From the primary to a worker. */
export type ToWorker =
  /** Answers the first `beat`: where the database is. */
  | { kind: 'begin'; connection: pg.PoolConfig }
  /** Answers `beat`. */
  | { kind: 'beat' }
  | { kind: 'bus'; text: string }
  /** Asks for the metrics of this worker. */
  | { kind: 'collect'; id: number }
  /** Answers `scrape`. */
  | { kind: 'scraped'; id: number; text: string }

/** Libraries send messages over the same channel: ours are in this field. */
export interface Enveloped<T> {
  acarreo: T
}

export const BEAT_MS = 1_000
/** So many unanswered beats mean that the primary does not run. Beats, not time: this process may have been stopped. */
const SILENT_BEATS = 3
/** Time-out of a scrape; longer than the primary waits for any worker. */
const SCRAPE_MS = 4_000

interface Heard {
  /** The primary has answered; everything it sent before has been delivered. */
  beat: []
  /** It no longer answers. */
  silent: []
  bus: [text: string]
  collect: [id: number]
}

/** A worker's connection to the primary of its cluster. If the primary ends, Node ends the worker. */
export interface PrimaryLink {
  /** Where the database is. */
  connection: Promise<pg.PoolConfig>
  heard: EventEmitter<Heard>
  /** Rejects when the message may not arrive. */
  send(message: ToPrimary): Promise<void>
  /** Asks now for a sign of life, which is otherwise done every second. */
  beat(): void
  /** The metrics of all workers, in the text of Prometheus. Throws when the primary does not answer. */
  scrapeAll(): Promise<string>
  /** Delivers what was sent before. */
  close(): Promise<void>
}

export function connectPrimary(): PrimaryLink {
  const heard = new EventEmitter<Heard>()
  const underWay = new Set<Promise<void>>()
  const scrapes = new Map<number, (text: string | null) => void>()
  let lastScrape = 0
  let unanswered = 0
  let begin: (connection: pg.PoolConfig) => void
  const connection = new Promise<pg.PoolConfig>((resolve) => {
    begin = resolve
  })

  function send(message: ToPrimary): Promise<void> {
    const sent = new Promise<void>((resolve, reject) => {
      const content: Enveloped<ToPrimary> = { acarreo: message }
      process.send?.(content, undefined, {}, (error) => (error ? reject(error) : resolve()))
    })
    underWay.add(sent)
    sent.catch(() => {}).finally(() => underWay.delete(sent))
    return sent
  }

  function beat(): void {
    if (unanswered === SILENT_BEATS) heard.emit('silent')
    unanswered++
    // A closed channel ends this process.
    send({ kind: 'beat' }).catch(() => {})
  }

  process.on('message', ({ acarreo: message }: Partial<Enveloped<ToWorker>>) => {
    if (message === undefined) return
    switch (message.kind) {
      case 'begin':
        begin(message.connection)
        break
      case 'beat':
        unanswered = 0
        heard.emit('beat')
        break
      case 'bus':
        heard.emit('bus', message.text)
        break
      case 'collect':
        heard.emit('collect', message.id)
        break
      case 'scraped':
        scrapes.get(message.id)?.(message.text)
    }
  })
  beat()
  const beating = setInterval(beat, BEAT_MS)
  beating.unref()

  return {
    connection,
    heard,
    send,
    beat,
    async scrapeAll() {
      const id = ++lastScrape
      try {
        const answer = new Promise<string | null>((resolve) => {
          scrapes.set(id, resolve)
          setTimeout(resolve, SCRAPE_MS, null).unref()
        })
        await send({ kind: 'scrape', id })
        const text = await answer
        if (text === null) throw new Error('the primary of the cluster has no metrics')
        return text
      } finally {
        scrapes.delete(id)
      }
    },
    async close() {
      clearInterval(beating)
      await Promise.allSettled(underWay)
    },
  }
}
