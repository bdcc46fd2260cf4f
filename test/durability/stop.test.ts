import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { isBuilt } from '../../scripts/lib/build-product.mjs'
import { projectRoot } from '../../scripts/lib/root.mjs'
import { httpClient } from '../support/http-client.ts'
import { databaseProcesses, startServer } from '../support/processes/server-process.ts'

const registration = (n: number) => ({
  username: `parada${n}`,
  password: 'una clave de prueba',
  displayName: `Parada ${n}`,
  email: `parada${n}@example.com`,
  acceptedTerms: true,
})

test('SIGTERM ends what is under way first, then the database; nothing acknowledged is lost', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-stop-'))
  try {
    const server = await startServer(dataDir, inject('program'))
    // Hashing a password takes long enough for the signal to find all of these under way.
    const requests = Array.from({ length: 12 }, (_, n) =>
      httpClient(server).post('/api/register', registration(n)),
    )
    await new Promise((resolve) => setTimeout(resolve, 60))
    const [answers] = await Promise.all([Promise.allSettled(requests), server.stop()])
    expect(databaseProcesses(dataDir)).toEqual([])
    const done = answers.flatMap((answer, n) =>
      answer.status === 'fulfilled' && answer.value.status === 201 ? [n] : [],
    )
    expect(done.length).toBeGreaterThan(0)
    // Refused while closing is honest; a connection cut after the request was taken in is not.
    for (const answer of answers)
      if (answer.status === 'fulfilled') expect([201, 503]).toContain(answer.value.status)

    const again = await startServer(dataDir, inject('program'))
    for (const n of done) {
      const { username, password } = registration(n)
      expect((await httpClient(again).post('/api/login', { username, password })).status).toBe(200)
    }
    await again.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

test('SIGTERM waits a moment only for a live channel whose phone is gone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-gone-'))
  const server = await startServer(dataDir, inject('program'))
  // It is refused without a session, and never answers the close frame.
  const phone = connect(Number(new URL(server.origin).port), '127.0.0.1')
  try {
    phone.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    )
    const [head] = await once(phone, 'data')
    expect(String(head)).toMatch(/^HTTP\/1\.1 101 /)
    await server.stop()
    expect(databaseProcesses(dataDir)).toEqual([])
  } finally {
    phone.destroy()
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

test('a second process on the same data is refused with one line', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-second-'))
  const server = await startServer(dataDir, inject('program'))
  try {
    const second = await new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(process.execPath, [...inject('program')], {
        env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => {
          said += data
        })
      }
      child.on('close', (code) => resolve({ code, said }))
    })
    expect(second.code).toBe(1)
    expect(second.said.trim().split('\n')).toHaveLength(1)
    expect(second.said).toContain(' DB_UNFIT ')
    expect(second.said).toContain(dataDir)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

// It would build.
test.skipIf(!isBuilt())(
  'SIGTERM for npm stops the product, though npm and its shell hand it to nobody',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-npm-'))
    const npm = spawn('npm', ['start'], {
      cwd: projectRoot,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let said = ''
      npm.stdout.on('data', (data) => {
        said += data
      })
      await vi.waitFor(() => expect(said).toContain('está listo'), { timeout: 60_000 })
      const origin = /está listo: (\S+)/.exec(said)?.[1] ?? ''
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      npm.kill('SIGTERM')
      await vi.waitFor(() => expect(databaseProcesses(dataDir)).toEqual([]), { timeout: 60_000 })
      await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
      expect(said).toContain('SIGTERM: se terminan las solicitudes en curso y se cierra.')
    } finally {
      npm.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  180_000,
)
