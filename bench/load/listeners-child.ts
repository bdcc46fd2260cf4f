import { connect, type Socket } from 'node:net'
import { answerQuestions } from './elsewhere.ts'
import { monotonicMs } from './generator.ts'
import type { Ask, Heard, Reply } from './listeners.ts'
import { requestText } from './template.ts'

/** Sockets that are opened at the same time. */
const AT_ONCE = 200
const TEXT = 1
const CLOSE = 8
const PING = 9
const MASKED_EMPTY_PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const HELLO = Buffer.from('{"type":"hello"')
const EVENT = Buffer.from('{"type":"event_update"')
const EVENT_ID = Buffer.from('"eventId":"')
const UUID_LENGTH = 36

const sockets: Socket[] = []
/** Arrivals of each event at the listeners, by its UUID. */
let arrivals = new Map<string, number[]>()
let ended = 0

async function openOne({ host, port }: { host: string; port: number }, cookie: string): Promise<void> {
  const origin = `http://${host}:${port}`
  const answer = await fetch(`${origin}/api/live-token`, { method: 'POST', headers: { cookie, origin } })
  if (answer.status !== 200) throw new Error(`live token: ${answer.status} ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  const socket = connect({ host, port, noDelay: true })
  const upgrade = requestText(`${host}:${port}`, {
    method: 'GET',
    path: `/ws?token=${token}`,
    headers: {
      origin,
      cookie,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  await new Promise<void>((resolve, reject) => {
    let rest: Buffer = Buffer.alloc(0)
    let isOpen = false
    const hear = (opcode: number, payload: Buffer): void => {
      if (opcode === PING) socket.write(MASKED_EMPTY_PONG)
      else if (opcode === CLOSE) reject(new Error(`closed with ${payload.readUInt16BE(0)}`))
      else if (opcode === TEXT && payload.subarray(0, HELLO.length).equals(HELLO)) resolve()
      else if (opcode === TEXT && payload.subarray(0, EVENT.length).equals(EVENT)) {
        const from = payload.indexOf(EVENT_ID) + EVENT_ID.length
        const eventId = payload.toString('latin1', from, from + UUID_LENGTH)
        const list = arrivals.get(eventId)
        if (list) list.push(monotonicMs())
        else arrivals.set(eventId, [monotonicMs()])
      }
    }
    socket.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n')
        if (end === -1) return
        if (rest.toString('latin1', 9, 12) !== '101') return reject(new Error(rest.toString('latin1')))
        isOpen = true
        rest = rest.subarray(end + 4)
      }
      rest = readFrames(rest, hear)
    })
    socket.once('connect', () => socket.write(upgrade))
    socket.on('error', reject)
    socket.on('close', () => {
      ended++
      reject(new Error('the live channel ended'))
    })
  })
  sockets.push(socket)
}

/** Reads whole, unmasked frames; returns what is left. A copy, because a part would keep the whole chunk in memory. */
function readFrames(data: Buffer, hear: (opcode: number, payload: Buffer) => void): Buffer {
  let at = 0
  for (;;) {
    if (data.length < at + 2) break
    const short = data.readUInt8(at + 1)
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (data.length < at + head) break
    const length =
      short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
    if (data.length < at + head + length) break
    hear(data.readUInt8(at) & 0x0f, data.subarray(at + head, at + head + length))
    at += head + length
  }
  return at === data.length ? Buffer.alloc(0) : Buffer.from(data.subarray(at))
}

async function open({ host, port, cookies, count }: Extract<Ask, { kind: 'open' }>): Promise<number> {
  const began = monotonicMs()
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await openOne({ host, port }, cookies[next++ % cookies.length] ?? '')
    }),
  )
  return monotonicMs() - began
}

function collect(): Heard {
  const heard = { arrivals: Object.fromEntries(arrivals), ended }
  arrivals = new Map()
  return heard
}

answerQuestions<Ask, Reply>(async (ask) =>
  ask.kind === 'collect' ? { heard: collect() } : { openedMs: await open(ask) },
)
