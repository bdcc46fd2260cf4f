import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { isServing, tellServiceManager } from '#server/adapters/service-manager'
import { tellPerson } from '#server/log/tell'
import { startServer } from '../support/processes/server-process.ts'

const here = (program: string): boolean => spawnSync(program, ['--version']).status === 0

/** Both are part of a Debian with systemd; Node has neither sender nor receiver. */
const withSystemd = test.skipIf(!here('systemd-notify') || !here('perl'))

const RECEIVER = `socket(S, PF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])) or die; $| = 1; print "open\\n";
  while (defined recv(S, $m, 4096, 0)) { print "$m\\n" unless $m eq 'BARRIER=1' }`

/** The socket of a service manager, and what it was told. */
async function listening(): Promise<{ socket: string; told: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-notify-'))
  const socket = join(folder, 'notify')
  const child: ChildProcess = spawn('perl', ['-MSocket', '-e', RECEIVER, socket])
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const told: string[] = []
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  await new Promise((resolve) => lines.once('line', resolve))
  lines.on('line', (line) => told.push(line))
  return { socket, told }
}

/** For a fault: a start takes many seconds on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

const beats = (told: readonly string[]): number => told.filter((line) => line === 'WATCHDOG=1').length

withSystemd.each([
  ['alone', []],
  ['with workers', ['--processes', '2']],
])(
  'the product %s says when it is ready, that it is well, and when it stops',
  async (_, args) => {
    const { socket, told } = await listening()
    const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-notify-data-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' }
    const server = await startServer(dataDir, [...inject('program'), ...args], { env })
    onTestFinished(() => server.stop())
    await until(() => expect(beats(told)).toBeGreaterThan(2))

    // What hangs says nothing, and goes on when it goes on.
    process.kill(server.pid, 'SIGSTOP')
    const before = beats(told)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(beats(told) - before).toBeLessThan(2)
    process.kill(server.pid, 'SIGCONT')
    await until(() => expect(beats(told)).toBeGreaterThan(before + 2))

    await server.stop()
    await until(() => expect(told).toContain('STOPPING=1'))
    expect(told.filter((line) => line !== 'WATCHDOG=1')).toEqual(['READY=1', 'STOPPING=1'])
  },
  180_000,
)

withSystemd(
  'no beat while /healthz is 503 or nobody answers there; a beat under 429',
  async () => {
    const { socket, told } = await listening()
    vi.stubEnv('NOTIFY_SOCKET', socket)
    onTestFinished(() => void vi.unstubAllEnvs())
    let status = 200
    const health = createServer((_, response) => response.writeHead(status).end())
    await new Promise<void>((resolve) => health.listen(0, '127.0.0.1', resolve))
    const { port } = health.address() as AddressInfo
    const warned: string[] = []
    const manager = tellServiceManager(
      { watchdogMs: 150 },
      tellPerson((line) => warned.push(line)),
    )
    onTestFinished(() => manager.stopping())
    manager.ready(() => isServing('0.0.0.0', port, 1_000))
    const goesOn = async () => {
      const before = beats(told)
      await until(() => expect(beats(told)).toBeGreaterThan(before + 1))
    }
    const rests = async () => {
      // What was asked before.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const before = beats(told)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      expect(beats(told)).toBe(before)
    }
    await goesOn()
    status = 503
    await rests()
    status = 429
    await goesOn()
    health.closeAllConnections()
    await new Promise((resolve) => health.close(resolve))
    await rests()
    expect(warned).toEqual([])
  },
  180_000,
)

test('a message that does not arrive is one line, however often', async () => {
  vi.stubEnv('PATH', '/nonexistent')
  onTestFinished(() => void vi.unstubAllEnvs())
  const warned: string[] = []
  const manager = tellServiceManager(
    { watchdogMs: 60 },
    tellPerson((line) => warned.push(line)),
  )
  let asked = 0
  manager.ready(async () => ++asked > 0)
  await until(() => expect(asked).toBeGreaterThan(3))
  manager.stopping()
  expect(warned).toEqual([expect.stringMatching(/^systemd no recibió «READY=1» \(.*ENOENT\)\.$/)])
})

test('outside of a service manager nothing is said', () => {
  const manager = tellServiceManager(null, () => expect.unreachable())
  manager.ready(() => expect.unreachable())
  manager.stopping()
})
