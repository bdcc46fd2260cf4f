import { startElsewhere } from './elsewhere.ts'

export type Ask =
  | { kind: 'open'; host: string; port: number; cookies: string[]; count: number }
  | { kind: 'collect' }

export interface Heard {
  /** When each event arrived at each listener (`monotonicMs`), by its UUID. */
  arrivals: Record<string, number[]>
  /** Sockets that the server has ended. */
  ended: number
}

export type Reply = { openedMs: number } | { heard: Heard }

/** Live channels in a process of their own, over plain sockets: a thousand cost it few megabytes. */
export interface Listeners {
  /** Opens `count` more, of the sessions in turn. Returns the milliseconds until each has been greeted. */
  open(origin: string, cookies: string[], count: number): Promise<number>
  /** What was heard since the last call. */
  collect(): Promise<Heard>
  stop(): void
}

export function startListeners(): Listeners {
  const { ask, stop } = startElsewhere<Ask, Reply>(new URL('listeners-child.ts', import.meta.url), {
    what: "the listeners' process",
  })
  return {
    async open(origin, cookies, count) {
      const { hostname: host, port } = new URL(origin)
      const reply = await ask({ kind: 'open', host, port: Number(port), cookies, count })
      return 'openedMs' in reply ? reply.openedMs : Number.NaN
    },
    async collect() {
      const reply = await ask({ kind: 'collect' })
      return 'heard' in reply ? reply.heard : { arrivals: {}, ended: 0 }
    },
    stop,
  }
}
