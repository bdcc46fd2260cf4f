import { connect, type Socket } from 'node:net'
import type { Shot } from './shots.ts'

/** A file of the largest kind that any route takes. */
const LARGE_BYTES = 6 * 1024 * 1024
/** The most that anybody may send. */
const SMALL_BYTES = 16 * 1024

/** So many of each at the same time. */
const ENDLESS = 300
const SLOW = 300
const NESTED = 10
const SILENT = 900
const AGAIN_MS = 1000

const head = (host: string, path: string, bytes: number): string =>
  `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`

/**
 * Bodies that never end, bodies of one byte a second, files of nested brackets, and connections that say nothing. What the
 * product closes is opened again a second later. Returns what ends all of it.
 */
export function attackSockets(origin: string): () => void {
  const { hostname, port, host } = new URL(origin)
  const open = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  let over = false

  function keep(attack: (socket: Socket) => NodeJS.Timeout | undefined): void {
    if (over) return
    const socket = connect({ host: hostname, port: Number(port) })
    open.add(socket)
    let timer: NodeJS.Timeout | undefined
    socket.once('connect', () => {
      timer = attack(socket)
    })
    socket.on('error', () => {})
    socket.resume()
    socket.once('close', () => {
      clearInterval(timer)
      open.delete(socket)
      if (over) return
      const again = setTimeout(() => {
        timers.delete(again)
        keep(attack)
      }, AGAIN_MS)
      timers.add(again)
    })
  }

  const every = (socket: Socket, milliseconds: number, bytes: Buffer): NodeJS.Timeout =>
    setInterval(() => {
      if (socket.writable && !socket.writableNeedDrain) socket.write(bytes)
    }, milliseconds)
  const [block, byte, brackets] = [
    Buffer.alloc(SMALL_BYTES, ' '),
    Buffer.from(' '),
    Buffer.alloc(LARGE_BYTES, '['),
  ]

  for (let i = 0; i < ENDLESS; i++) {
    keep((socket) => {
      socket.write(head(host, '/api/supervisor/places/geojson', LARGE_BYTES))
      return every(socket, 500, block)
    })
  }
  for (let i = 0; i < SLOW; i++) {
    keep((socket) => {
      socket.write(head(host, '/api/login', SMALL_BYTES))
      return every(socket, 1000, byte)
    })
  }
  for (let i = 0; i < NESTED; i++) {
    keep((socket) => {
      socket.write(head(host, i % 2 === 0 ? '/api/supervisor/places/geojson' : '/api/login', LARGE_BYTES))
      socket.write(brackets)
      return undefined
    })
  }
  for (let i = 0; i < SILENT; i++) keep(() => undefined)

  return () => {
    over = true
    for (const timer of timers) clearTimeout(timer)
    for (const socket of open) socket.destroy()
  }
}

/** Requests of somebody without an account: what the page, the public pages and the forms ask for. */
export function strangersShots(): Shot[] {
  const password = 'x'.repeat(200)
  const get = (path: string): Shot => ({ method: 'GET', path, cookie: '' })
  const post = (path: string, body: object): Shot => ({
    method: 'POST',
    path,
    cookie: '',
    body: JSON.stringify(body),
  })
  return [
    post('/api/login', { username: '{{uuid}}', password }),
    post('/api/login', { username: 'patron1', password }),
    post('/api/register', {
      username: '{{uuid}}',
      password,
      displayName: 'x'.repeat(120),
      email: '{{uuid}}@example.com',
      acceptedTerms: true,
    }),
    post('/api/password/reset-request', { username: 'patron1' }),
    post('/api/password/reset', { token: '{{uuid}}', newPassword: password }),
    post('/api/login/passkey/options', {}),
    post('/api/admin/login', { adminKey: 'x'.repeat(500) }),
    { ...post('/api/login', {}), body: '['.repeat(SMALL_BYTES - 1) },
    get('/'),
    get('/admin'),
    get('/licencias.txt'),
    get('/api/docs/'),
    get('/api/openapi.json'),
    get('/api/config'),
    get('/api/user'),
    get('/metrics'),
    get('/readyz'),
    get('/ws?token=x'),
    get('/api/public/containers/CSQU3054383'),
    get('/api/public/events/CSQU3054383_x'),
    get('/seguimiento/CSQU3054383'),
    get(`/${'x'.repeat(8000)}`),
  ]
}
