import { connect, type Socket } from 'node:net'
import { type Prepared, prepare } from './template.ts'

/** Requests that are sent in turn, without end; `at` says with which to begin. */
export interface Lane {
  requests: string[]
  at: number
}

/** One kept-alive HTTP/1.1 connection with one request under way at most. */
export interface Connection {
  /** Requests answered since the start, by lane. */
  answered: number[]
  /** Sends the next request of the next lane; returns its UUID. */
  send(): string
  close(): void
}

const HEAD_END = '\r\n\r\n'

/** `onAnswer` runs when an answer is complete; `onError` at any other status, or when the connection ends. */
export async function openConnection(
  { host, port, expect }: { host: string; port: number; expect: readonly number[] },
  lanes: readonly Lane[],
  { onAnswer, onError }: { onAnswer: () => void; onError: (error: Error) => void },
): Promise<Connection> {
  const prepared: Prepared[][] = lanes.map(({ requests }) => requests.map(prepare))
  const answered = lanes.map(() => 0)
  let turn = 0
  let head = ''
  /** Bytes of the body that are still to come; 0: a head is awaited. */
  let missing = 0
  let closed = false

  function complete(): void {
    head = ''
    const lane = turn % lanes.length
    answered[lane] = (answered[lane] ?? 0) + 1
    turn++
    onAnswer()
  }

  const read = (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing < 0) onError(new Error('more bytes than the answer has'))
      if (missing === 0) complete()
      return
    }
    head += chunk.toString('latin1')
    const end = head.indexOf(HEAD_END)
    if (end === -1) return
    const status = Number(head.slice(9, 12))
    if (!expect.includes(status)) return onError(new Error(`unexpected answer: ${head.slice(0, 2000)}`))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined && status !== 304 && status !== 204) {
      return onError(new Error(`an answer without content-length: ${head.slice(0, end)}`))
    }
    missing = Number(length ?? 0) - (head.length - end - HEAD_END.length)
    if (status === 304) missing = 0
    if (missing < 0) return onError(new Error('more bytes than the answer has'))
    if (missing === 0) complete()
  }

  const socket = await open(host, port, read)
  socket.on('error', onError)
  socket.on('close', () => {
    if (!closed) onError(new Error('the server closed the connection'))
  })

  return {
    answered,
    send() {
      const lane = turn % lanes.length
      const requests = prepared[lane] ?? []
      const request = requests[((lanes[lane]?.at ?? 0) + (answered[lane] ?? 0)) % requests.length]
      if (!request) throw new Error('a lane without requests')
      const uuid = request.renew()
      socket.write(request.bytes)
      return uuid
    },
    close() {
      closed = true
      socket.destroy()
    },
  }
}

/** `onread` gives what has come in this one buffer: no stream, no garbage, so that the generator takes less of what it measures. */
function open(host: string, port: number, read: (chunk: Buffer) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const onread = {
      buffer: Buffer.alloc(64 * 1024),
      callback(length: number, buffer: Uint8Array) {
        read((buffer as Buffer).subarray(0, length))
        return true
      },
    }
    const socket = connect({ host, port, noDelay: true, onread }, () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
