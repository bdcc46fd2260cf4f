import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { nextTurn } from '../../adapters/thread/turns.ts'

/** How long a client may take, milliseconds. */
export interface ClientTimes {
  /** For the headers of a request, and for a new connection to begin one. */
  headersMs: number
  /** For a whole request, its body included. */
  requestMs: number
  /** For taking nothing of what is waiting to be sent. */
  stalledMs: number
  /** How often this is checked. */
  checkMs: number
}

const TIMES: ClientTimes = { headersMs: 15_000, requestMs: 30_000, stalledMs: 120_000, checkMs: 2_000 }

interface Sending {
  /** Bytes that the system has not taken yet, in whole pieces and of the piece under way. */
  waiting: string
  /** Checks since it took the last one. */
  stalled: number
}

/** Of the piece that is being written. Node's own time-outs watch it, and have no public name for it. */
const underWay = (socket: Socket): number =>
  (socket as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize ?? 0

/** Node finds all that are too slow in one pass: closing a thousand held the thread for 70 ms. */
const CLOSED_AT_ONCE = 20

const ANSWERS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** For Fastify's `clientErrorHandler`: answers and closes connections on which no request can be read, some in each turn. */
export function closingInTurns(): (error: ConnectionError, socket: Socket) => void {
  const waiting: { socket: Socket; answer: string }[] = []
  function closeSome(): void {
    for (const { socket, answer } of waiting.splice(0, CLOSED_AT_ONCE)) {
      if (socket.writable)
        socket.write(`HTTP/1.1 ${answer}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      socket.destroy()
    }
    if (waiting.length > 0) nextTurn(closeSome)
  }
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    waiting.push({ socket, answer: ANSWERS[code] ?? '400 Bad Request' })
    if (waiting.length === 1) nextTurn(closeSome)
  }
}

/**
 * Closes connections of clients that send or read so slowly that they would stay for ever. Fastify switches Node's limit
 * for a whole request off, and Node has none for an answer that nobody reads. Applies to live channels too, to what they
 * read.
 */
export function installSlowClients({ server }: FastifyInstance, given: Partial<ClientTimes> = {}): void {
  const { headersMs, requestMs, stalledMs, checkMs } = { ...TIMES, ...given }
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  // Read when the server begins to listen; only its type has no name for it.
  Object.assign(server, { connectionsCheckingInterval: checkMs })

  const sockets = new Map<Socket, Sending>()
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: '', stalled: 0 })
    socket.once('close', () => sockets.delete(socket))
  })
  // Checks are counted, not time: after a blocked event loop one has passed.
  const mostStalled = Math.ceil(stalledMs / checkMs)
  const timer = setInterval(() => {
    for (const [socket, sending] of sockets) {
      const waiting = `${socket.bytesWritten} ${socket.writableLength} ${underWay(socket)}`
      if (socket.writableLength === 0 || waiting !== sending.waiting)
        Object.assign(sending, { waiting, stalled: 0 })
      else if (++sending.stalled > mostStalled) socket.destroy()
    }
  }, checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
