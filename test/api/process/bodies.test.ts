import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { declaredRoutes } from '../../support/routes.ts'
import { listen } from '../../support/socket.ts'

const MEGABYTE = 1024 * 1024
const IMPORT = 'POST /api/supervisor/places/geojson'

let t: TestApp
let port: number
let boss: Actor
let operator: Actor

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, boss)
  port = (await listen(t.app)).port
})
afterAll(() => t.close())

interface Sending {
  socket: Socket
  /** The head of the next answer that is not '100 Continue', and its body. */
  answer(): Promise<{ status: number; head: string; body: string }>
}

const ANSWER = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n/

/** A connection that sends this text and then nothing, unless the test goes on. */
const sending = (...sent: (string | Buffer)[]): Promise<Sending> => sendingTo(port, ...sent)

async function sendingTo(at: number, ...sent: (string | Buffer)[]): Promise<Sending> {
  const socket = connect(at, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let said = ''
  socket.setEncoding('latin1')
  socket.on('data', (data) => {
    said += data
    socket.emit('said')
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  for (const piece of sent) socket.write(piece)

  function taken() {
    said = said.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    const [head = '', status] = ANSWER.exec(said) ?? []
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (head === '' || said.length < head.length + length) return null
    const body = said.slice(head.length, head.length + length)
    said = said.slice(head.length + length)
    return { status: Number(status), head, body }
  }
  return {
    socket,
    async answer() {
      for (;;) {
        const answer = taken()
        if (answer) return answer
        await once(socket, 'said')
      }
    },
  }
}

const head = (route: string, length: number, ...headers: string[]): string =>
  [
    `${route.replace(/\{\w+\}/g, '1')} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
    '\r\n',
  ].join('\r\n')
const cookieOf = ({ cookie }: Actor) => `Cookie: acarreo.sid=${cookie}`
const NEXT = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Of the buffers that something still refers to. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

describe('who may not call a route', () => {
  it('is answered before the body has come, on every route, and may go on with the connection', async () => {
    const closed = (await declaredRoutes(t.app)).filter(
      ({ method, audience }) => method !== 'GET' && audience !== 'anyone',
    )
    expect(closed.length).toBeGreaterThan(40)
    for (const { route } of closed) {
      const half = await sending(head(route, 5_000), '{"half":')
      expect([route, (await half.answer()).status]).toEqual([route, 401])
      half.socket.write(`${' '.repeat(4_992)}${NEXT}`)
      expect([route, (await half.answer()).status]).toEqual([route, 200])
      half.socket.destroy()
    }
  })

  it('is told so by role, by what is missing and by origin, in the same way', async () => {
    const half = (route: string, ...headers: string[]) => sending(head(route, 5_000, ...headers), '{"half":')
    const status = async (of: Promise<Sending>) => (await (await of).answer()).status
    expect(await status(half(IMPORT, cookieOf(operator)))).toBe(403)
    expect(await status(half('POST /api/events', cookieOf(boss)))).toBe(403)
    expect(await status(half('POST /api/login', 'Origin: https://evil.example'))).toBe(403)
    expect(await status(half('POST /api/no-such-route'))).toBe(404)
    expect(await status(half('POST /rastreo'))).toBe(404)
  })

  it('is told so by origin on every route that writes, in the same way', async () => {
    for (const { route } of (await declaredRoutes(t.app)).filter(({ method }) => method !== 'GET')) {
      const half = await sending(head(route, 5_000, 'Origin: https://evil.example'), '{"half":')
      expect([route, (await half.answer()).status]).toEqual([route, 403])
      half.socket.destroy()
    }
  })

  it('is told so by a limit on every route: of the account, and where anyone may call, of the address', async () => {
    const MOST = 3
    const strict = await createTestApp({
      config: readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: String(MOST) }),
    })
    onTestFinished(() => strict.close())
    const at = (await listen(strict.app)).port
    const actors = [await register(strict.app, 'supervisor'), await register(strict.app, 'operator')]
    for (const actor of [...actors, anonymous(strict.app)]) {
      for (let i = 0; i < MOST; i++) await actor.get('/api/user/features')
    }
    while ((await anonymous(strict.app).get('/api/config')).status !== 429);
    const [desk, phone] = actors.map(cookieOf)
    const routes = (await declaredRoutes(t.app)).filter(
      ({ method, audience }) => method !== 'GET' && audience !== 'administrator',
    )
    for (const { route, audience } of routes) {
      const session = { anyone: 'X-Nobody: 1', operator: phone ?? '' }[audience as string] ?? desk ?? ''
      const half = await sendingTo(at, head(route, 5_000, session), '{"half":')
      const answer = await half.answer()
      expect([route, answer.status]).toEqual([route, 429])
      expect(answer.head, route).toMatch(/retry-after: [1-9]/i)
      half.socket.destroy()
    }
    // Who may not call at all counts as well.
    for (const { route, method, audience } of await declaredRoutes(t.app)) {
      if (method === 'GET' || audience === 'anyone') continue
      const half = await sendingTo(at, head(route, 5_000), '{"half":')
      expect([route, (await half.answer()).status]).toEqual([route, 429])
      half.socket.destroy()
    }
  })

  it.each([
    ['registrationOfAddress', ['POST /api/register']],
    [
      'recoveryOfAddress',
      ['POST /api/password/reset-request', 'POST /api/password/reset', 'POST /api/email/confirm'],
    ],
  ] as const)('is told so by %s before the body has come', async (name, routes) => {
    const spent = await createTestApp({ rateLimits: createRateLimits({ [name]: routes.length }) })
    onTestFinished(() => spent.close())
    const at = (await listen(spent.app)).port
    // What is not even read is counted.
    for (const route of routes) await sendingTo(at, head(route, 5_000), '{"half":')
    for (const route of routes) {
      await expect
        .poll(async () => (await (await sendingTo(at, head(route, 2), '{}')).answer()).status)
        .toBe(429)
      const half = await sendingTo(at, head(route, 5_000), '{"half":')
      expect([route, (await half.answer()).status]).toEqual([route, 429])
    }
  })

  it('need not be asked to go on', async () => {
    const half = await sending(head(IMPORT, 5 * MEGABYTE, 'Expect: 100-continue'))
    expect((await half.answer()).status).toBe(401)
  })

  it('holds no memory with bodies that never end', async () => {
    const part = Buffer.alloc(2 * MEGABYTE, ' ')
    const before = heldBytes()
    const halves = await Promise.all(
      Array.from({ length: 60 }, () => sending(head(IMPORT, 5 * MEGABYTE), part)),
    )
    for (const half of halves) {
      if (half.socket.writableLength > 0) await once(half.socket, 'drain')
      expect((await half.answer()).status).toBe(401)
    }
    await expect.poll(() => heldBytes() - before).toBeLessThan(10 * MEGABYTE)
  })
})

describe('a body', () => {
  it('of a stranger is small', async () => {
    const tooLarge = await sending(head('POST /api/login', 17 * 1024), '{"half":')
    expect((await tooLarge.answer()).status).toBe(413)
  })

  it('that is large comes one at a time from an account', async () => {
    const first = await sending(head(IMPORT, MEGABYTE, cookieOf(boss)), '{"half":')
    await expect.poll(() => underWay(boss)).toBe(429)
    const second = await sending(head(IMPORT, MEGABYTE, cookieOf(boss)), '{"half":')
    const { status, head: headers, body } = await second.answer()
    expect([status, JSON.parse(body).code]).toEqual([429, 'rate_limited'])
    expect(headers).toMatch(/retry-after: [1-9]/i)
    first.socket.destroy()
    await expect.poll(() => underWay(boss)).toBe(400)
  })

  it('that is large comes four at a time to the process', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => register(t.app, 'supervisor')))
    const halves = await Promise.all(
      others.map((other) => sending(head(IMPORT, MEGABYTE, cookieOf(other)), '{"half":')),
    )
    await expect.poll(() => underWay(boss)).toBe(503)
    const { head: headers, body } = await (await sending(head(IMPORT, 9, cookieOf(boss)), '{}')).answer()
    expect(headers).toMatch(/retry-after: [1-9]/i)
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', messageCode: 'busy' })
    for (const { socket } of halves) socket.destroy()
    await expect.poll(() => underWay(boss)).toBe(400)
  })

  /** What a whole small file of this account, which holds no place, is answered with. */
  async function underWay(actor: Actor): Promise<number> {
    const whole = await sending(head(IMPORT, 2, cookieOf(actor)), '{}')
    return (await whole.answer()).status
  }

  it.each([
    ['POST /api/account/proof', 60_000],
    ['POST /api/login', 16_000],
  ])('of nothing but brackets is refused before it is parsed, on every route: %s', async (route, length) => {
    const text = `{"x":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}`
    const nested = await sending(head(route, text.length, cookieOf(boss)), text)
    const { status, body } = await nested.answer()
    expect([status, JSON.parse(body).messageCode]).toEqual([400, 'json_invalid'])
  })

  it.each([
    ['brackets', '['.repeat(2 * MEGABYTE)],
    ['braces', '{"a":'.repeat(MEGABYTE)],
    ['empty lists', `[${'[],'.repeat(MEGABYTE)}1]`],
    [
      'names',
      `{"type":"FeatureCollection","features":[],${Array.from({ length: 400_000 }, (_, i) => `"${i}":1`).join()}}`,
    ],
  ])('of nothing but %s is refused before it is parsed', async (_what, text) => {
    const file = await sending(head(IMPORT, text.length, cookieOf(boss)), text)
    const { status, body } = await file.answer()
    expect([status, JSON.parse(body).messageCode]).toEqual([400, 'geojson_collection'])
  })
})
