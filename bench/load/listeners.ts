import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Ask =
  | { kind: 'open'; host: string; port: number; cookies: string[]; count: number }
  | { kind: 'collect' }

export interface Heard {
  /** When each event arrived at each listener (`monotonicMs`), by its UUID. */
  arrivals: Record<string, number[]>
  /** Sockets that the server has ended. */
  ended: number
}

export type Reply = { openedMs: number } | { heard: Heard } | { error: string }

/** Live channels in a process of their own, over plain sockets: a thousand cost it few megabytes. */
export interface Listeners {
  /** Opens `count` more, of the sessions in turn. Returns the milliseconds until each has been greeted. */
  open(origin: string, cookies: string[], count: number): Promise<number>
  /** What was heard since the last call. */
  collect(): Promise<Heard>
  stop(): void
}

export function startListeners(): Listeners {
  const child = fork(fileURLToPath(new URL('listeners-child.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--conditions=acarreo-source'],
  })
  const asked = (ask: Ask): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the listeners' process ended (${code})`))
      child.once('exit', onExit)
      child.once('message', (reply: Reply) => {
        child.off('exit', onExit)
        if ('error' in reply) reject(new Error(reply.error))
        else resolve(reply)
      })
      child.send(ask)
    })
  return {
    async open(origin, cookies, count) {
      const { hostname: host, port } = new URL(origin)
      const reply = await asked({ kind: 'open', host, port: Number(port), cookies, count })
      return 'openedMs' in reply ? reply.openedMs : Number.NaN
    },
    async collect() {
      const reply = await asked({ kind: 'collect' })
      return 'heard' in reply ? reply.heard : { arrivals: {}, ended: 0 }
    },
    stop: () => child.disconnect(),
  }
}
