import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import WebSocket from 'ws'
import type { LiveMessage } from '#contract/live/messages'
import { SESSION_COOKIE } from '#server/http/caller/session'
import type { Actor } from './actors.ts'

/** A client of the live channel on a real socket; keeps all it hears. */
export interface LiveClient {
  messages: LiveMessage[]
  socket: WebSocket
  /** Resolves with the first message, past or coming, that `wanted` takes; rejects after two seconds. */
  heard<T extends LiveMessage['type']>(
    type: T,
    wanted?: (message: Extract<LiveMessage, { type: T }>) => boolean,
  ): Promise<Extract<LiveMessage, { type: T }>>
  /** The close code; resolves when the socket has closed. */
  closed: Promise<number>
  close(): void
}

/** Begins to listen on a free port of this machine; `origin` is where its page would come from. */
export async function listen(app: FastifyInstance): Promise<{ port: number; origin: string }> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}` }
}

export async function ticket(actor: Actor): Promise<string> {
  return (await actor.post('/api/live-token')).body.token
}

export function openSocket(
  port: number,
  { token, cookie, origin }: { token?: string; cookie: string | null; origin?: string | null },
): LiveClient {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=${token ?? ''}`, {
    headers: cookie === null ? {} : { cookie: `${SESSION_COOKIE}=${cookie}` },
    ...(origin === null ? {} : { origin: origin ?? `http://127.0.0.1:${port}` }),
  })
  const messages: LiveMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    const message: LiveMessage = JSON.parse(String(data))
    // It comes when it comes, and no test is about what lies between two.
    if (message.type === 'heartbeat') return
    messages.push(message)
    for (const check of waiting) check()
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => {})
  })
  return {
    messages,
    socket,
    closed,
    close: () => socket.close(1000),
    heard(type, wanted = () => true) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`no ${type} among ${messages.map((m) => m.type).join(', ') || 'nothing'}`))
        }, 2_000)
        const check = () => {
          const found = messages.find((m) => m.type === type && wanted(m as never))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(found as never)
        }
        waiting.add(check)
        check()
      })
    },
  }
}

/** Signs in to the live channel and waits for the greeting. */
export async function goLive(port: number, actor: Actor): Promise<LiveClient> {
  const client = openSocket(port, { token: await ticket(actor), cookie: actor.cookie })
  await client.heard('hello')
  return client
}
