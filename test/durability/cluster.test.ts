import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { isAlive } from '#embedded-postgres/in-use'
import { freePort } from '../support/free-port.ts'
import {
  connectBeside,
  databaseProcesses,
  startServer,
  workersOf,
} from '../support/processes/server-process.ts'
import { parseMetrics } from '../support/prometheus.ts'
import { noSnapshotRests, untilLockHeld } from '../support/snapshots.ts'

/** For a fault: each start of a process takes seconds, and on a busy machine many. */
const AT_MOST_MS = 300_000
/** Nobody answers any more: longer than a busy machine takes. */
const SILENT_MS = 20_000
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: AT_MOST_MS, interval: 50 })

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-cluster-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test(
  'a cluster serves as one process does: one address, one limit, one sum of metrics, one clean stop',
  async () => {
    const dataDir = join(await ownFolder(), 'data')
    const server = await startServer(dataDir, [...inject('program'), '--processes', '2'])
    onTestFinished(() => server.stop())
    expect(server.said.filter((line) => line.startsWith('Clave de administrador'))).toHaveLength(1)
    const workers = workersOf(server.pid)
    expect(workers).toHaveLength(2)

    // Each on a connection of its own, which goes to the worker that takes it first.
    const ask = (path: string, headers = {}) =>
      fetch(server.origin + path, { headers: { connection: 'close', ...headers } })
    const metric = async (name: string, label = '') => {
      const families = [...parseMetrics(await (await ask('/metrics')).text()).values()]
      const samples = families.flatMap((family) => family.samples).filter((sample) => sample.name === name)
      return samples.find(({ labels }) => JSON.stringify(labels).includes(label))?.value
    }
    const guesses: number[] = []
    for (let i = 0; i < 7; i++) {
      const guess = { 'x-forwarded-for': '203.0.113.9', 'x-admin-key': `wrong ${i}` }
      guesses.push((await ask('/metrics', guess)).status)
    }
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429])
    for (let i = 0; i < 10; i++) expect((await ask('/healthz')).status).toBe(200)
    const answered = () => metric('acarreo_http_request_duration_seconds_count', '/healthz')
    expect(await answered()).toBe(10)
    expect(await metric('acarreo_workers')).toBe(2)

    process.kill(workers[0] as number, 'SIGKILL')
    await until(async () => expect(await metric('acarreo_worker_exits_total')).toBe(1))
    // The sum does not fall: that would look like a restart of everything.
    expect(await answered()).toBe(10)
    await until(async () => expect(await metric('acarreo_workers')).toBe(2))
    const replaced = () => server.said.filter((line) => line.includes('otro lo reemplaza'))
    expect(replaced()).toEqual([
      expect.stringMatching(
        / WORKER_DIED \[\d+\] El proceso \d+ terminó \(SIGKILL\); otro lo reemplaza en [\d.]+ s\./,
      ),
    ])

    const beside = connectBeside(dataDir)
    await untilLockHeld(beside)
    await noSnapshotRests(beside)
    await beside.close()

    // To the whole group, as a terminal does.
    const last = workersOf(server.pid)
    for (const pid of [...last, server.pid]) process.kill(pid, 'SIGTERM')
    expect(await server.ended).toBe(0)
    expect([...last.filter(isAlive), ...databaseProcesses(dataDir)]).toEqual([])
    expect(replaced()).toHaveLength(1)
  },
  AT_MOST_MS,
)

test(
  'a connection ends with the worker that took it, and one that hangs takes none',
  async () => {
    // A port of its own choice would be another one once no worker was left to hold it.
    const server = await startServer(
      join(await ownFolder(), 'data'),
      [...inject('program'), '--processes', '2'],
      { port: await freePort() },
    )
    onTestFinished(() => server.stop())
    const call = () =>
      fetch(`${server.origin}/healthz`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(SILENT_MS),
      })
    let isOver = false
    let answered = 0
    let silent = 0
    const callers = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        await call().then(
          () => answered++,
          async ({ name }: Error) => {
            if (name === 'TimeoutError') silent++
            // Refused while both workers are gone.
            await pause(20)
          },
        )
      }
    })
    const replaced = () => server.said.filter((line) => line.includes('WORKER_BACK'))
    for (let kills = 1; kills <= 2; kills++) {
      const before = answered
      await until(async () => expect(answered).toBeGreaterThan(before + 50))
      process.kill(workersOf(server.pid)[0] as number, 'SIGKILL')
      await until(async () => expect(replaced()).toHaveLength(kills))
    }
    isOver = true
    await Promise.all(callers)
    expect(silent).toBe(0)
    const [hanging] = workersOf(server.pid) as [number]
    process.kill(hanging, 'SIGSTOP')
    // Rejects when one of them waits for it.
    await Promise.all(callers.map(call)).finally(() => process.kill(hanging, 'SIGCONT'))
  },
  AT_MOST_MS,
)

test(
  'a worker that cannot listen ends the start, which says why once',
  async () => {
    const folder = await ownFolder()
    const first = await startServer(join(folder, 'first'), [...inject('program'), '--processes', '2'])
    onTestFinished(() => first.stop())
    const port = Number(new URL(first.origin).port)
    const second = startServer(join(folder, 'second'), [...inject('program'), '--processes', '2'], { port })
    await expect(second).rejects.toThrow(/ended \(1\)/)
    await second.catch(({ message }: Error) => {
      expect(message.match(/El puerto ya está en uso/g)).toHaveLength(1)
    })
    expect(databaseProcesses(join(folder, 'second'))).toEqual([])
  },
  AT_MOST_MS,
)
