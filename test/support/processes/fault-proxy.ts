import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/**
 * What happens to one exchange. `pass`: nothing. `drop_request`: it never reaches the server. `drop_answer`: the server
 * does its work, and nobody hears of it. `cut_answer`: the answer breaks off in the middle. `hold_answer`: the server does
 * its work, and the browser waits.
 */
export type Fate = 'pass' | 'drop_request' | 'drop_answer' | 'cut_answer' | 'hold_answer'

export interface Asked {
  method: string
  path: string
}

/** One request of the browser and what became of it. Times are epoch milliseconds. */
export interface Exchange extends Asked {
  fate: Fate
  askedAt: number
  /** What was asked with; null where it was not JSON, or never read. */
  body: Record<string, unknown> | null
  /** What the server said, whether or not the browser heard it; null: it said nothing. */
  status: number | null
  /** What it said, where that was JSON. */
  answer: unknown
  /** When its answer was whole at the proxy, before any of it went on. */
  answeredAt: number | null
}

export interface FaultProxy {
  origin: string
  /** Decides on every exchange from now on; `pass` for all at the start. A promise holds the request back. */
  decide(fate: (asked: Asked) => Fate | Promise<Fate>): void
  /** Told of every answer of the server, before any of it goes on. */
  onAnswer(listener: (exchange: Exchange) => void): void
  /** Every exchange so far, in the order in which they were asked. */
  exchanges: Exchange[]
  /** Changes what the server says before it goes on; for a file that must look as if it were another version. */
  rewrite(path: string, change: (body: string) => string): void
  /** From now on nothing is let through and open connections break, until `plugIn`. */
  pullPlug(): void
  plugIn(): void
  close(): Promise<void>
}

/** A network between the browser and the product that loses things on purpose. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  let fateOf: (asked: Asked) => Fate | Promise<Fate> = () => 'pass'
  let heard: (exchange: Exchange) => void = () => undefined
  let pulled = false
  const exchanges: Exchange[] = []
  const rewrites = new Map<string, (body: string) => string>()

  const server: Server = createServer((incoming, outgoing) => void exchange(incoming, outgoing))

  async function exchange(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
    const silence = { body: null, status: null, answer: null, answeredAt: null }
    const seen: Exchange = { ...asked, ...silence, fate: 'drop_request', askedAt: Date.now() }
    exchanges.push(seen)
    const sent = await wholeOf(incoming).catch(() => null)
    if (sent === null) return
    seen.body = jsonOf(sent) as Exchange['body']
    seen.fate = pulled ? 'drop_request' : await fateOf(asked)
    if (pulled || seen.fate === 'drop_request') {
      seen.fate = 'drop_request'
      return void incoming.socket.destroy()
    }
    forward(incoming, outgoing, seen, sent)
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, seen: Exchange, sent: Buffer): void {
    const rewriting = rewrites.get(incoming.url ?? '')
    const headers = { ...incoming.headers }
    // Compressed text could not be changed, and answers of the API are read here.
    if (rewriting || seen.path.startsWith('/api/')) delete headers['accept-encoding']
    const onward = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        wholeOf(answer).then(
          (body) => {
            seen.status = answer.statusCode ?? 502
            seen.answer = seen.path.startsWith('/api/') ? jsonOf(body) : null
            seen.answeredAt = Date.now()
            heard(seen)
            if (pulled) seen.fate = 'drop_answer'
            if (seen.fate === 'hold_answer') return
            if (seen.fate === 'drop_answer') return void incoming.socket.destroy()
            const said = rewriting ? Buffer.from(rewriting(body.toString())) : body
            outgoing.writeHead(seen.status, {
              ...withoutLength(answer.headers),
              ...(seen.status === 304 || seen.status === 204 ? {} : { 'content-length': said.length }),
            })
            if (seen.fate === 'cut_answer') {
              outgoing.write(said.subarray(0, Math.floor(said.length / 2)))
              return void setImmediate(() => incoming.socket.destroy())
            }
            outgoing.end(said)
          },
          () => incoming.socket.destroy(),
        )
      },
    )
    // A server that is not there looks to the phone like a network that is not.
    onward.on('error', () => incoming.socket.destroy())
    onward.end(sent)
  }

  server.on('upgrade', (incoming, socket, head) => {
    if (pulled) return void socket.destroy()
    const onward = connect(Number(port), hostname, () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
      for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
        lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`)
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      if (head.length > 0) onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A name, not a number: service workers and secure features want `localhost`.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    decide(fate) {
      fateOf = fate
    },
    onAnswer(listener) {
      heard = listener
    },
    exchanges,
    rewrite: (path, change) => void rewrites.set(path, change),
    pullPlug() {
      pulled = true
      breakAll()
    },
    plugIn() {
      pulled = false
    },
    async close() {
      breakAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function wholeOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

function withoutLength(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = headers
  return rest
}
