import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEventLoopWatch, installEventLoopWatch } from './event-loop.ts'

interface Line {
  task: string | null
  milliseconds: number
  cpuMilliseconds: number
  blocks: number
  inProgress: string[]
  msg: string
}

const BLOCK_MS = 300

function work(): void {
  const until = performance.now() + BLOCK_MS
  while (performance.now() < until);
}

describe('the route that held the thread', () => {
  let app: FastifyInstance
  let lines: Line[]

  beforeEach(async () => {
    lines = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    app = Fastify({ logger: { level: 'warn', stream } })
    installEventLoopWatch(app)
    app.get('/at-once/:secret', async () => {
      work()
      return 'done'
    })
    app.get('/after-a-wait', async () => {
      await pause(30)
      work()
      return 'done'
    })
    app.get('/between-waits', async () => {
      await pause(30)
      work()
      await pause(60)
      return 'done'
    })
    app.get('/as-json', async () => ({ toJSON: work }))
    app.post('/validates', { preValidation: async () => work() }, async () => 'done')
    app.get('/waits', async () => {
      await pause(3 * BLOCK_MS)
      return 'done'
    })
    await app.ready()
  })
  afterEach(() => app.close())

  const line = async (): Promise<Line | undefined> => {
    await expect.poll(() => lines.length, { timeout: 3_000 }).toBeGreaterThan(0)
    return lines[0]
  }

  it.each([
    ['GET', '/at-once/CSQU3054383_H9TvLdlaJCha?q=CSQU3054383', 'GET /at-once/:secret'],
    ['GET', '/after-a-wait', 'GET /after-a-wait'],
    ['GET', '/between-waits', 'GET /between-waits'],
    ['GET', '/as-json', 'GET /as-json'],
    ['POST', '/validates', 'POST /validates'],
  ] as const)('%s %s', async (method, url, task) => {
    await app.inject({ method, url })
    expect(await line()).toMatchObject({ task, blocks: 1, inProgress: [task] })
    expect(lines[0]?.milliseconds).toBeGreaterThanOrEqual(BLOCK_MS)
    expect(lines[0]?.cpuMilliseconds).toBeGreaterThan(0)
    expect(lines[0]?.msg).toContain(`con ${task} y no atendió a nadie más`)
    expect(JSON.stringify(lines)).not.toContain('CSQU3054383')
  })

  it('is not one that waits meanwhile', async () => {
    const waits = app.inject('/waits').then(({ body }) => body)
    await app.inject('/after-a-wait')
    expect(await line()).toMatchObject({
      task: 'GET /after-a-wait',
      inProgress: ['GET /waits', 'GET /after-a-wait'],
    })
    await waits
    expect(lines).toHaveLength(1)
  })

  it('is nobody for sure between two waits, when others are in progress', async () => {
    const waits = app.inject('/waits').then(({ body }) => body)
    await app.inject('/between-waits')
    expect(await line()).toMatchObject({ task: null, inProgress: ['GET /waits', 'GET /between-waits'] })
    expect(lines[0]?.msg).not.toContain('con ')
    await waits
  })

  it('is a job, by its name', async () => {
    await app.eventLoop.during('job alert_digest', async () => work())
    expect(await line()).toMatchObject({ task: 'job alert_digest' })
  })

  it('shows for two seconds', async () => {
    expect(app.eventLoop.recentBlock()).toBe(0)
    await app.inject('/after-a-wait')
    expect(app.eventLoop.recentBlock()).toBeGreaterThanOrEqual(BLOCK_MS)
    await pause(2_100)
    expect(app.eventLoop.recentBlock()).toBe(0)
  })
})

it('writes one line a minute, of the longest', () => {
  const lines: Line[] = []
  let now = 0
  const watch = createEventLoopWatch({ warn: (line: object) => void lines.push(line as Line) }, () => now)
  const takes = (task: string, milliseconds: number): void => {
    watch.begin(task)
    now += milliseconds
    watch.ran(task)
    watch.end(task)
  }
  takes('a', 199)
  expect(lines).toEqual([])
  takes('b', 250)
  takes('c', 300)
  takes('d', 2_500)
  takes('e', 400)
  expect(lines).toMatchObject([{ task: 'b', milliseconds: 250, blocks: 1 }])
  expect(watch.recentBlock()).toBe(2_500)
  for (let i = 0; i < 600; i++) takes('quick', 100)
  takes('f', 210)
  expect(lines).toMatchObject([{ task: 'b' }, { task: 'd', milliseconds: 2_500, blocks: 4 }])
})
