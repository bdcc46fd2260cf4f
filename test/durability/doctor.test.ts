import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { catchMail, type SmtpCatcher } from '../support/smtp.ts'

/** A proxy as docs/operations.md describes it, or one that does each of these things wrong. */
function proxyTo(target: number, isRight: () => boolean): Server {
  const server = createServer((incoming, outgoing) => {
    if (isRight() && incoming.url === '/metrics') return outgoing.writeHead(404).end()
    const { 'x-forwarded-for': given, ...headers } = incoming.headers
    const address = isRight() ? incoming.socket.remoteAddress : (given ?? 'unknown')
    const onward = request(
      {
        host: '127.0.0.1',
        port: target,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, ...(isRight() || given ? { 'x-forwarded-for': address } : {}) },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  })
  server.on('upgrade', (incoming, socket) => {
    if (!isRight()) return socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')
    const onward = connectTcp(target, '127.0.0.1', () => {
      const lines = incoming.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines}\r\n`)
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) end.on('error', () => {})
  })
  return server
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let dataDir: string
let port: number
let server: ServerProcess
let proxy: Server
let mail: SmtpCatcher
let isRight = true
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-doctor-'))
  mail = await catchMail()
  // The lines of the start name PUBLIC_URL, so the port of the product must be known before.
  port = await freePort()
  proxy = proxyTo(port, () => isRight)
  env = { PUBLIC_URL: `http://127.0.0.1:${await portOf(proxy)}`, TRUST_PROXY: '1', SMTP_URL: mail.url }
  server = await startServer(dataDir, inject('program'), { env, port })
})
afterAll(async () => {
  await server.stop()
  proxy.close()
  await mail.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Its exit code, and its lines. */
function doctor(more: NodeJS.ProcessEnv = {}): Promise<{ code: number; lines: string[] }> {
  const program = inject('program').map((part) => part.replace(/main\.(js|ts)$/, 'doctor.$1'))
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...own } = process.env
  const all = { ...own, DATA_DIR: dataDir, PORT: String(port), ...env, ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, [...program], { env: all, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trim().split('\n') }),
    )
  })
}

const faultsIn = (lines: string[]) => lines.filter((line) => line.startsWith('FALLA'))

it('finds an installation well', async () => {
  // The first backup is written and verified soon after the start.
  await expect
    .poll(async () => faultsIn((await doctor()).lines), { timeout: 60_000, interval: 2_000 })
    .toEqual([])
  const { code, lines } = await doctor()
  expect(code).toBe(0)
  expect(lines).toContain('bien   Escrituras: se guardan')
  expect(lines).toContain('bien   Proxy: /ws llega a Acarreo')
  expect(lines).toContain('bien   Proxy: /metrics no se ve desde fuera')
  expect(lines).toContain('bien   Direcciones: esta máquina se ve como 127.0.0.1')
  expect(lines.join('\n')).toMatch(/bien {3}Correo: 127\.0\.0\.1:\d+ acepta la conexión y la cuenta/)
  expect(lines.at(-1)).toMatch(/^Todo funciona/)
})

it('names each thing that is wrong, with what to do', async () => {
  isRight = false
  await chmod(join(dataDir, 'admin-key'), 0o644)
  const { code, lines } = await doctor({ SMTP_URL: 'smtp://127.0.0.1:1' })
  isRight = true
  await chmod(join(dataDir, 'admin-key'), 0o600)
  expect(code).toBe(1)
  expect(faultsIn(lines).map((line) => line.slice(7, 40))).toEqual([
    expect.stringMatching(/^Secretos: otras cuentas leen/),
    expect.stringMatching(/^Correo: 127\.0\.0\.1:1: connect/),
    expect.stringMatching(/^Proxy: \/metrics se ve desde fuera/),
    expect.stringMatching(/^Proxy: \/ws contesta 400/),
    expect.stringMatching(/^Direcciones: el proxy deja pasar/),
  ])
})

it('says what the product and its database are when they do not run', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'acarreo-doctor-empty-'))
  const { code, lines } = await doctor({ DATA_DIR: empty, PORT: '1', PUBLIC_URL: '' })
  await rm(empty, { recursive: true })
  expect(code).toBe(1)
  expect(faultsIn(lines).join('\n')).toMatch(/PostgreSQL: la base de datos incluida no está en marcha/)
  expect(faultsIn(lines).join('\n')).toMatch(/Acarreo: nadie contesta en http:\/\/127\.0\.0\.1:1/)
})

it('ends with one line when the configuration is not valid', async () => {
  const { code, lines } = await doctor({ PORT: 'abc' })
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Configuración: PORT no es válida/)
})
