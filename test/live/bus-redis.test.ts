import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { connectRedis, type RedisConnections } from '#server/adapters/redis'
import type { BusBetween } from '#server/live/bus/between'
import type { BusMessage } from '#server/live/bus/bus'
import { redisBus } from '#server/live/bus/redis'
import { startRedis, type TestRedis } from '../support/processes/redis.ts'

interface Process {
  bus: BusBetween
  redis: RedisConnections
  heard: BusMessage[]
  gaps: number
  errors: unknown[]
  said: string[]
}

let running: Process[] = []
let prefix: string

beforeEach(() => {
  running = []
  prefix = `test:${randomUUID()}:`
})
afterEach(async () => {
  for (const { bus, redis } of running) {
    await bus.close()
    await redis.close()
  }
})

/**
 * What one process of the product has of Redis. `wait: false` for a Redis that cannot be had; `ownPrefix` for the one
 * that the product would use.
 */
async function aProcess(url: string, { wait = true, ownPrefix = false } = {}): Promise<Process> {
  const said: string[] = []
  const errors: unknown[] = []
  const redis = connectRedis(url, (code) => said.push(code))
  const bus = redisBus({
    ...redis,
    ...(ownPrefix ? {} : { prefix }),
    onError: (error) => errors.push(error),
  })
  const one: Process = { bus, redis, heard: [], gaps: 0, errors, said }
  bus.subscribe((message) => one.heard.push(message))
  running.push(one)
  // Heard does not mean that it can send: that is another connection.
  if (wait) await vi.waitFor(() => expect(bus.healthy()).toBe(true), { timeout: 10_000, interval: 10 })
  bus.onGap(() => {
    one.gaps++
  })
  return one
}

const entitlements = (supervisorId: number): BusMessage => ({ kind: 'entitlements_changed', supervisorId })
const numbers = (one: Process): number[] =>
  one.heard.map((m) => (m.kind === 'entitlements_changed' ? m.supervisorId : Number.NaN))
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('while Redis is up', () => {
  it('carries every message once to every process, in the order of its sender', async () => {
    const { url } = inject('redis')
    const [a, b, c] = [await aProcess(url), await aProcess(url), await aProcess(url)]
    for (const n of upTo(300)) a.bus.publish(entitlements(n))
    await until(() => {
      expect(numbers(b)).toEqual(upTo(300))
      expect(numbers(c)).toEqual(upTo(300))
    })
    b.bus.publish(entitlements(301))
    await until(() => expect(numbers(a)).toEqual(upTo(301)))
    expect(numbers(b)).toEqual(upTo(301))
    expect([a, b, c].map(({ gaps, bus }) => ({ gaps, healthy: bus.healthy() }))).toEqual(
      Array.from({ length: 3 }, () => ({ gaps: 0, healthy: true })),
    )
  })

  it('delivers to its own process before publish returns, and drops the echo', async () => {
    const { url } = inject('redis')
    const [a, b] = [await aProcess(url), await aProcess(url)]
    a.bus.publish(entitlements(1))
    expect(numbers(a)).toEqual([1])
    await until(() => expect(numbers(b)).toEqual([1]))
    // The echo of the first would be here before the second comes back from the other.
    b.bus.publish(entitlements(2))
    await until(() => expect(numbers(a)).toEqual([1, 2]))
  })

  it('delivers every kind unchanged', async () => {
    const { url } = inject('redis')
    const [a, b] = [await aProcess(url), await aProcess(url)]
    const sent: BusMessage[] = [
      { kind: 'session_ended', userIds: [1, 2], message: 'Su cuenta fue desactivada: «adiós».' },
      { kind: 'logged_out', sessionId: 'a session' },
      { kind: 'settings_changed' },
      { kind: 'record_removed', supervisorId: 7 },
    ]
    for (const message of sent) a.bus.publish(message)
    await until(() => expect(b.heard).toEqual(sent))
  })

  it('drops invalid messages, logs that without their content, and continues', async () => {
    const { url } = inject('redis')
    const [a, b] = [await aProcess(url), await aProcess(url)]
    const channel = `${prefix}bus`
    const foreign = [
      'MSKU1234565_secret',
      '{"from":"x"}',
      '{"from":"x","message":{"kind":"of another version","secret":1}}',
      '{"from":"x","message":{"kind":"entitlements_changed","supervisorId":"1"}}',
      '{"message":{"kind":"settings_changed"}}',
      '',
    ]
    for (const text of foreign) await a.redis.commands.publish(channel, text)
    a.bus.publish(entitlements(1))
    await until(() => expect(numbers(b)).toEqual([1]))
    expect(b.errors).toHaveLength(foreign.length)
    expect(b.errors.map(String).join()).not.toContain('secret')
    expect(b.gaps).toBe(0)
  })

  it('counts as away while a process of another version sends, without a line in the log', async () => {
    const { url } = inject('redis')
    const [a, b] = [await aProcess(url), await aProcess(url)]
    const later = { from: 'x', version: 3, message: { kind: 'of the next version' } }
    await a.redis.commands.publish(`${prefix}bus`, JSON.stringify(later))
    await until(() => expect(b.bus.healthy()).toBe(false))
    a.bus.publish(entitlements(1))
    await until(() => expect(numbers(b)).toEqual([1]))
    expect([b.errors, b.heard.length]).toEqual([[], 1])
  })

  it('isolates a listener that throws from the others and from the sender', async () => {
    const { url } = inject('redis')
    const [a, b] = [await aProcess(url), await aProcess(url)]
    for (const { bus } of [a, b]) {
      bus.subscribe(() => {
        throw new Error('a broken listener')
      })
    }
    a.bus.publish(entitlements(1))
    a.bus.publish(entitlements(2))
    await until(() => expect(numbers(b)).toEqual([1, 2]))
    expect([a.errors.length, b.errors.length]).toEqual([2, 2])
  })

  it('reports a gap instead of buffering beyond its limit', async () => {
    const { url } = inject('redis')
    const [a, b] = [await aProcess(url), await aProcess(url)]
    for (const n of upTo(5_000)) a.bus.publish(entitlements(n))
    expect(numbers(a)).toEqual(upTo(5_000))
    await until(() => expect(b.gaps).toBe(1))
    expect(numbers(b)).toEqual(upTo(1_000))
    a.bus.publish(entitlements(0))
    await until(() => expect(numbers(b).at(-1)).toBe(0))
  })

  it('does not reach an installation on another database of the same Redis', async () => {
    const { url } = inject('redis')
    const [here, there] = [
      await aProcess(url, { ownPrefix: true }),
      await aProcess(`${url}/3`, { ownPrefix: true }),
    ]
    const neighbour = await aProcess(url, { ownPrefix: true })
    here.bus.publish(entitlements(1))
    await until(() => expect(numbers(neighbour)).toEqual([1]))
    there.bus.publish(entitlements(2))
    neighbour.bus.publish(entitlements(3))
    await until(() => expect(numbers(here)).toEqual([1, 3]))
    expect(numbers(there)).toEqual([2])
  })
})

describe('when Redis goes away', () => {
  let own: TestRedis
  beforeEach(async () => {
    own = await startRedis(inject('redis').program)
  })
  afterEach(() => own.stop())

  it('publishes without waiting or throwing, and reports the gap once Redis is back', async () => {
    const [a, b] = [await aProcess(own.url), await aProcess(own.url)]
    await own.kill()
    await until(() => expect([a, b].map(({ bus }) => bus.healthy())).toEqual([false, false]))
    const startedAt = performance.now()
    for (const n of upTo(2_000)) a.bus.publish(entitlements(n))
    expect(performance.now() - startedAt).toBeLessThan(500)
    expect(numbers(a)).toEqual(upTo(2_000))
    expect([a.gaps, b.gaps]).toEqual([0, 0])

    await own.restart()
    await until(() => expect([a, b].map(({ bus }) => bus.healthy())).toEqual([true, true]))
    await until(() => expect([a.gaps > 0, b.gaps > 0]).toEqual([true, true]))
    // Missed messages stay missed; from here on every message arrives.
    expect(numbers(b)).toEqual([])
    a.bus.publish(entitlements(3_000))
    await until(() => expect(numbers(b)).toEqual([3_000]))
    for (const { said } of [a, b]) {
      expect(said).toEqual(['REDIS_UNREACHABLE', 'REDIS_BACK'])
    }
  })

  it('reports the gap to the others when only the sender was disconnected', async () => {
    const [a, b] = [await aProcess(own.url), await aProcess(own.url)]
    const id = await a.redis.commands.client('ID')
    await b.redis.commands.client('KILL', 'ID', id)
    await until(() => expect(a.bus.healthy()).toBe(false))
    a.bus.publish(entitlements(1))
    await until(() => expect(b.gaps).toBe(1))
    expect(numbers(b)).toEqual([])
    expect([a.gaps, b.bus.healthy()]).toEqual([0, true])
  })

  it('reports the gap when only the subscription was disconnected', async () => {
    const [a, b] = [await aProcess(own.url), await aProcess(own.url)]
    const id = await b.redis.subscription.client('ID')
    await a.redis.commands.client('KILL', 'ID', id)
    await until(() => expect(b.gaps).toBe(1))
    a.bus.publish(entitlements(1))
    await until(() => expect(numbers(b)).toEqual([1]))
    expect(a.gaps).toBe(0)
  })

  it('detects a Redis that is connected but does not answer', async () => {
    const [a, b] = [await aProcess(own.url), await aProcess(own.url)]
    own.freeze()
    a.bus.publish(entitlements(1))
    expect(numbers(a)).toEqual([1])
    await until(() => expect([a, b].map(({ bus }) => bus.healthy())).toEqual([false, false]))
    own.thaw()
    await until(() => expect([a, b].map(({ bus }) => bus.healthy())).toEqual([true, true]))
    await until(() => expect(b.gaps).toBeGreaterThan(0))
  }, 30_000)

  it('starts without Redis, and connects when it is up', async () => {
    await own.kill()
    const a = await aProcess(own.url, { wait: false })
    a.bus.publish(entitlements(1))
    expect(a.bus.healthy()).toBe(false)
    await own.restart()
    await until(() => expect(a.bus.healthy()).toBe(true))
    await until(() => expect(a.gaps).toBe(1))
    const b = await aProcess(own.url)
    b.bus.publish(entitlements(2))
    await until(() => expect(numbers(a)).toEqual([1, 2]))
  })
})
