import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type EmbeddedPostgres, openEmbedded } from '#embedded-postgres/open'
import { createNamedDatabase } from '../support/database.ts'
import { startGate } from '../support/processes/gate.ts'
import { type Spoken, speak } from '../support/processes/product-lines.ts'

const AT_MOST_MS = 120_000
const CONFIG = 78

let folder: string
let postgres: EmbeddedPostgres
let given: Awaited<ReturnType<typeof createNamedDatabase>>

/** A PostgreSQL of its own on TCP, with passwords and a certificate that nobody has signed. */
beforeAll(async () => {
  given = await createNamedDatabase()
  folder = mkdtempSync(join(tmpdir(), 'acarreo-start-'))
  chmodSync(folder, 0o755)
  const [key, certificate, access] = ['key.pem', 'cert.pem', 'hba.conf'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', certificate],
  ])
  writeFileSync(
    access,
    [
      'local all all peer map=acarreo',
      'hostssl all tls_only 127.0.0.1/32 scram-sha-256',
      'host all known 127.0.0.1/32 scram-sha-256',
      '',
    ].join('\n'),
  )
  const dataDir = join(folder, 'data')
  // Prepared first: only then it is known as which account it runs, which must own the key.
  await (await openEmbedded({ dataDir, name: 'acarreo', tell: () => {} })).stop()
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(key, uid, gid)
  chmodSync(key, 0o600)
  postgres = await openEmbedded({
    dataDir,
    name: 'acarreo',
    tell: () => {},
    settings: {
      listen_addresses: '127.0.0.1',
      hba_file: access,
      ssl: 'on',
      ssl_key_file: key,
      ssl_cert_file: certificate,
    },
  })
  const admin = new pg.Client({ ...postgres.connection, user: 'postgres' })
  await admin.connect()
  for (const role of ['known', 'tls_only']) await admin.query(`create role ${role} login password 'right'`)
  await admin.end()
}, AT_MOST_MS)

afterAll(async () => {
  await postgres.stop()
  await given.drop()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (role: string, password = 'right', rest = 'acarreo'): string =>
  `postgres://${role}:${password}@127.0.0.1:${postgres.connection.port}/${rest}`

/** The one line with which a start ends, and its exit code. */
async function endOf(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const own = mkdtempSync(join(folder, 'own-'))
  const product = speak({ DATA_DIR: own, ADMIN_KEY: 'a key of this test', ...env }, args)
  onTestFinished(() => void product.child.kill('SIGKILL'))
  const exit = await product.ended
  expect([product.strange, product.told()]).toEqual([[], [expect.any(Object)]])
  const [line] = product.told()
  if (!line) throw new Error('no line')
  expect(line.err).toBeUndefined()
  return { exit, code: line.code, level: line.level, msg: line.msg, reason: line.reason }
}

test.each<[string, () => NodeJS.ProcessEnv, string, RegExp]>([
  [
    'a wrong password',
    () => ({ DATABASE_URL: urlOf('known', 'wrong') }),
    'DB_REFUSES',
    /^DATABASE_URL.*contraseña/,
  ],
  ['no password', () => ({ DATABASE_URL: urlOf('known', '') }), 'DB_REFUSES', /^DATABASE_URL.*contraseña/],
  [
    'an unknown database',
    () => ({ DATABASE_URL: urlOf('known', 'right', 'nothing') }),
    'DB_REFUSES',
    /no existe/,
  ],
  [
    'a wrong password of the owner',
    () => ({ DATABASE_URL: given.url, DATABASE_OWNER_URL: urlOf('known', 'wrong') }),
    'DB_REFUSES',
    /^DATABASE_OWNER_URL/,
  ],
  [
    'a server that wants TLS',
    () => ({ DATABASE_URL: urlOf('tls_only') }),
    'DB_REFUSES',
    /^DATABASE_URL.*exige TLS/,
  ],
  [
    'a certificate that nobody has signed',
    () => ({ DATABASE_URL: urlOf('known', 'right', 'acarreo?sslmode=verify-full') }),
    'DB_REFUSES',
    /^DATABASE_URL.*certificado.*sslrootcert/,
  ],
  ['no URL', () => ({ DATABASE_URL: 'db.example/acarreo' }), 'CONFIG_INVALID', /DATABASE_URL.*postgres:\/\//],
  ['TRUST_PROXY=abc', () => ({ TRUST_PROXY: 'abc' }), 'CONFIG_INVALID', /TRUST_PROXY.*10\.0\.0\.0\/8/],
  [
    'a folder in a file',
    () => ({ DATA_DIR: '/dev/null/data' }),
    'FOLDER_UNUSABLE',
    /^DATA_DIR.*\/dev\/null\/data/,
  ],
])('%s ends the start with one line that says what to do', async (_, env, code, msg) => {
  const end = await endOf(env())
  expect(end).toMatchObject({ exit: CONFIG, code, level: 'error', msg: expect.stringMatching(msg) })
})

test('a server without TLS that is asked for it is named', async () => {
  const gate = await startGate()
  onTestFinished(() => gate.shut())
  // The answer to SSLRequest.
  await gate.meet((socket) => socket.once('data', () => socket.write('N')))
  const url = `postgres://a:b@127.0.0.1:${gate.port}/acarreo?sslmode=verify-full`
  expect(await endOf({ DATABASE_URL: url })).toMatchObject({
    exit: CONFIG,
    code: 'DB_REFUSES',
    msg: expect.stringMatching(/no ofrece TLS.*sslmode/),
  })
})

test('with several processes it is one line too', async () => {
  const wrong = { DATABASE_URL: urlOf('known', 'wrong') }
  expect(await endOf(wrong, ['--processes', '3'])).toMatchObject({ exit: CONFIG, code: 'DB_REFUSES' })
})

test('a taken port ends it, and another try may find it free', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const env = { DATABASE_URL: given.url, DATABASE_OWNER_URL: given.ownerUrl, PORT: String(port) }
  for (const args of [[], ['--processes', '2']]) {
    expect(await endOf(env, args)).toMatchObject({
      exit: 1,
      code: 'PORT_TAKEN',
      msg: expect.stringContaining(`(${port})`),
    })
  }
})

test('an address that this machine does not have ends it, and may come later', async () => {
  const database = { DATABASE_URL: given.url, DATABASE_OWNER_URL: given.ownerUrl }
  const env = { ...database, HOST: '203.0.113.1', PUBLIC_URL: 'http://203.0.113.1' }
  expect(await endOf(env)).toMatchObject({
    exit: 1,
    code: 'ADDRESS_UNUSABLE',
    msg: expect.stringMatching(/^HOST.*203\.0\.113\.1/),
  })
})

/** As PostgreSQL answers while it recovers. */
function startingUp(socket: Socket): void {
  const fields = ['SFATAL', 'C57P03', 'Mthe database system is starting up', ''].map((field) => `${field}\0`)
  const text = Buffer.from(fields.join(''))
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(text.length + 4, 1)
  socket.once('data', () => socket.end(Buffer.concat([head, text])))
}

const says = (product: Spoken, ...codes: string[]) =>
  vi.waitFor(() => expect(product.codes()).toEqual(codes), { timeout: 60_000, interval: 50 })

test(
  'a database that is not there yet is waited for: one line, and one when the start goes on',
  async () => {
    const gate = await startGate()
    onTestFinished(() => gate.shut())
    const role = inject('productRole')
    const url = `postgres://${role}@127.0.0.1:${gate.port}/${given.name}`
    const product = speak({
      DATA_DIR: mkdtempSync(join(folder, 'own-')),
      ADMIN_KEY: 'a key of this test',
      DATABASE_URL: url,
      DATABASE_OWNER_URL: given.ownerUrl,
    })
    onTestFinished(() => void product.child.kill('SIGKILL'))
    await says(product, 'DB_AWAITED')
    expect(product.told()[0]).toMatchObject({
      level: 'warn',
      variable: 'DATABASE_URL',
      reason: 'ECONNREFUSED',
      host: `127.0.0.1:${gate.port}`,
    })
    await pause(1_500)
    await gate.meet(startingUp)
    await pause(2_500)
    expect(product.codes()).toEqual(['DB_AWAITED'])
    const { host, port } = inject('postgres')
    await gate.lead({ path: join(host, `.s.PGSQL.${port}`) })
    await says(product, 'DB_AWAITED', 'DB_BACK', 'READY')
    expect(product.told()[1]?.seconds).toBeGreaterThan(3)
    expect(product.told()[1]?.suppressed).toBeGreaterThan(1)
    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    expect([product.codes().slice(3), product.strange]).toEqual([['STOPS'], []])
  },
  AT_MOST_MS,
)

test('SIGTERM ends the wait', async () => {
  const gate = await startGate()
  const product = speak({
    DATA_DIR: mkdtempSync(join(folder, 'own-')),
    DATABASE_URL: `postgres://a@127.0.0.1:${gate.port}/acarreo`,
  })
  await says(product, 'DB_AWAITED')
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  expect([product.codes(), product.strange]).toEqual([['DB_AWAITED', 'STOPS'], []])
})

test('a start that is refused has not loaded the server', async () => {
  const coverage = mkdtempSync(join(folder, 'coverage-'))
  expect(await endOf({ TRUST_PROXY: 'abc', NODE_V8_COVERAGE: coverage })).toMatchObject({ exit: CONFIG })
  const [report = ''] = readdirSync(coverage)
  const { result } = JSON.parse(readFileSync(join(coverage, report), 'utf8'))
  const loaded = result.map(({ url }: { url: string }) => url.split('/server/')[1]?.replace(/\.[jt]s$/, ''))
  expect(loaded).toContain('config')
  expect(loaded).not.toContain('app')
})
