import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TileType } from 'pmtiles'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { catchMail, type SmtpCatcher } from '../support/smtp.ts'
import { pmtiles } from '../support/tiles/pmtiles.ts'

/** A proxy as docs/operations.md describes it, or one that does each of these things wrong. */
function proxyTo(target: number, isRight: () => boolean, tls?: { cert: Buffer; key: Buffer }): Server {
  const pass: RequestListener = (incoming, outgoing) => {
    if (isRight() && incoming.url === '/metrics') return outgoing.writeHead(404).end()
    const { 'x-forwarded-for': given, ...headers } = incoming.headers
    const address = isRight() ? incoming.socket.remoteAddress : (given ?? 'unknown')
    const onward = request(
      {
        host: '127.0.0.1',
        port: target,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...headers,
          ...(isRight() || given ? { 'x-forwarded-for': address } : {}),
          ...(tls && isRight() ? { 'x-forwarded-proto': 'https' } : {}),
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  }
  const server = tls ? createTlsServer(tls, pass) : createServer(pass)
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

it('opens the file of map tiles, and names its zooms', async () => {
  const file = join(dataDir, 'region.pmtiles')
  await writeFile(file, pmtiles({ tiles: { '3/1/2': Buffer.from('x') }, type: TileType.Mvt }))
  const line = async (path: string) =>
    (await doctor({ TILE_FILE: path })).lines.filter((said) => said.includes('TILE_FILE'))
  expect(await line(file)).toEqual([
    `bien   TILE_FILE: ${file} tiene teselas vectoriales, acercamientos 3 a 3`,
  ])
  await writeFile(file, 'not tiles')
  expect(await line(file)).toEqual([
    expect.stringMatching(
      /^FALLA {2}TILE_FILE: no es un archivo PMTiles de la versión 3: .*\. Corrija la ruta/,
    ),
  ])
  expect(await line(`${file}.gone`)).toEqual([
    expect.stringMatching(/^FALLA {2}TILE_FILE: no se puede leer \(ENOENT\)/),
  ])
})

it('sees whether the proxy says that it was called over https', async () => {
  const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  const pair = { cert: await readFile(cert), key: await readFile(key) }
  let passesScheme = true
  const tls = proxyTo(port, () => passesScheme, pair)
  const own = { PUBLIC_URL: `https://localhost:${await portOf(tls)}`, NODE_EXTRA_CA_CERTS: cert }
  try {
    expect((await doctor(own)).lines).toContain('bien   Proxy: Acarreo sabe que lo abren por https')
    passesScheme = false
    expect((await doctor(own)).lines).toContainEqual(
      expect.stringMatching(/^aviso {2}Proxy: Acarreo cree que lo abren por http: .*X-Forwarded-Proto/),
    )
  } finally {
    tls.close()
  }
})
