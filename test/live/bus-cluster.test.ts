import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isAlive } from '#embedded-postgres/in-use'
import type { BusState } from '../support/processes/bus-worker.ts'

interface Worker {
  pid: number
  state(): Promise<BusState>
  /** Publishes these numbers, one message each. */
  publish(from: number, to?: number): Promise<BusState>
}

const PROGRAM = fileURLToPath(new URL('../support/processes/bus-worker.ts', import.meta.url))
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

let primary: ChildProcess
/** In the order of their start, also those that have ended. */
const workers: Worker[] = []

beforeAll(async () => {
  primary = spawn(process.execPath, ['--import', 'tsx', '--conditions=acarreo-source', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!primary.stdout) throw new Error('no output')
  createInterface({ input: primary.stdout }).on('line', (line) => {
    const { pid, port } = JSON.parse(line)
    const ask = async (query = '') => (await fetch(`http://127.0.0.1:${port}/${query}`)).json()
    workers.push({ pid, state: () => ask(), publish: (from, to = from) => ask(`?from=${from}&to=${to}`) })
  })
  primary.stderr?.resume()
  await until(() => expect(workers).toHaveLength(3))
})
afterAll(() => {
  primary.kill('SIGKILL')
})

/** The three that run. */
function three(): [Worker, Worker, Worker] {
  const [a, b, c] = workers.filter(({ pid }) => isAlive(pid))
  if (!a || !b || !c) throw new Error('fewer than three workers')
  return [a, b, c]
}
/** What a worker has heard since `before`. */
const since = async (worker: Worker, before: BusState) => {
  const { heard, gaps } = await worker.state()
  return { heard: heard.slice(before.heard.length), gaps: gaps - before.gaps }
}
const statesOf = (some: Worker[]) => Promise.all(some.map((worker) => worker.state()))

it('carries every message once to every worker, in the order of its sender, without an echo', async () => {
  const [a, b, c] = three()
  const sent = await a.publish(1, 300)
  // Delivered in its own process before publish returns.
  expect(sent.heard).toEqual(range(1, 300))
  await until(async () => {
    for (const { heard } of await statesOf([b, c])) expect(heard).toEqual(range(1, 300))
  })
  await b.publish(301)
  await until(async () => {
    for (const state of await statesOf([a, b, c]))
      expect(state).toEqual({ heard: range(1, 301), gaps: 0, healthy: true })
  })
})

it('reports a gap to the others when a worker crashes, and connects the one that replaces it', async () => {
  const [a, b, c] = three()
  const before = await statesOf([a, b])
  process.kill(c.pid, 'SIGKILL')
  await until(() => expect(three()).not.toContain(c))
  for (const [i, worker] of [a, b].entries())
    expect(await since(worker, before[i] as BusState)).toEqual({ heard: [], gaps: 1 })
  const [, , d] = three()
  await a.publish(400)
  await until(async () => expect(await d.state()).toEqual({ heard: [400], gaps: 0, healthy: true }))
  await d.publish(401)
  await until(async () => expect((await since(b, before[1] as BusState)).heard).toEqual([400, 401]))
})

it('delivers what a worker that stops in order has published, without a gap', async () => {
  const [a, b, c] = three()
  const before = await statesOf([a, b])
  process.kill(c.pid, 'SIGTERM')
  await until(async () => expect((await since(a, before[0] as BusState)).heard).toEqual([0]))
  await until(() => expect(three()).not.toContain(c))
  expect(await since(b, before[1] as BusState)).toEqual({ heard: [0], gaps: 0 })
})

it('drops messages for a worker that does not read, and reports the gap once it does', async () => {
  const [a, b, c] = three()
  const before = await statesOf([a, b, c])
  process.kill(c.pid, 'SIGSTOP')
  for (let n = 0; n < 20_000; n += 500) {
    await a.publish(n, n + 499)
    await until(async () => expect((await since(b, before[1] as BusState)).heard.at(-1)).toBe(n + 499))
  }
  process.kill(c.pid, 'SIGCONT')
  await until(async () => expect((await since(c, before[2] as BusState)).gaps).toBe(1))
  const { heard } = await since(c, before[2] as BusState)
  expect(heard).toEqual(range(0, heard.length - 1))
  expect(heard.length).toBeLessThan(20_000)
  await b.publish(20_000)
  await until(async () => expect((await since(c, before[2] as BusState)).heard.at(-1)).toBe(20_000))
  expect(await since(a, before[0] as BusState)).toEqual({ heard: range(0, 20_000), gaps: 0 })
})

it('is not healthy while the primary does not answer; publishes without waiting, reports the gap', async () => {
  const [a, b, c] = three()
  const before = await statesOf([a, b, c])
  primary.kill('SIGSTOP')
  await until(async () => {
    for (const { healthy } of await statesOf([a, b, c])) expect(healthy).toBe(false)
  })
  expect((await a.publish(1)).heard.at(-1)).toBe(1)
  expect(await since(b, before[1] as BusState)).toEqual({ heard: [], gaps: 0 })
  primary.kill('SIGCONT')
  await until(async () => {
    for (const [i, worker] of [a, b, c].entries()) {
      expect((await worker.state()).healthy).toBe(true)
      expect(await since(worker, before[i] as BusState)).toEqual({ heard: [1], gaps: 1 })
    }
  })
})

it('kills and replaces a worker that hangs', async () => {
  const [, , c] = three()
  process.kill(c.pid, 'SIGSTOP')
  await until(() => expect(isAlive(c.pid)).toBe(false))
  await until(() => expect(three()).not.toContain(c))
}, 40_000)

it('ends its workers when the primary is killed', async () => {
  const running = three()
  primary.kill('SIGKILL')
  await until(() => expect(running.filter(({ pid }) => isAlive(pid))).toEqual([]))
})
