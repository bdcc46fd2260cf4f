import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../events/desk.ts'
import { answerQuestions } from '../load/elsewhere.ts'
import { monotonicMs } from '../load/generator.ts'
import { exchange } from './exchange.ts'
import type { Ask, Company, Reply, Sample, Told } from './quiet.ts'
import type { Shot } from './shots.ts'

const PRESS_EVERY_MS = 250
const TICK_MS = 250
/** A phone or a page does not wait longer. */
const TIMEOUT_MS = 10_000

/**
 * A small company at work: its drivers press four times a second in all, and its desk is open: the live channel, and four
 * times a second in all a poll of the board, a page of the history and the figures of the month. All by the clock: a slow
 * product gets no fewer, and the time of each begins when it was due.
 */
async function begin({ origin, drivers, supervisor, month }: Company) {
  const agent = new Agent({ keepAlive: true })
  const samples: Sample[] = []
  const underWay = new Map<number, Promise<void>>()
  const desk = await listen(origin, supervisor.cookie)
  let acknowledged = 0
  let count = 0

  function measure(kind: Sample['kind'], due: number, work: () => Promise<string | null>): Promise<void> {
    const id = count++
    const done = work()
      .catch((error: Error) => error.message)
      .then((fault) => {
        samples.push({ kind, due, milliseconds: monotonicMs() - due, fault })
        underWay.delete(id)
      })
    underWay.set(id, done)
    return done
  }

  const crew = drivers.map((driver) => ({
    driver,
    isResting: false,
    eventId: randomUUID(),
    last: Promise.resolve(),
  }))

  function press(due: number, member: (typeof crew)[number]): void {
    const before = member.last
    member.last = measure('press', due, async () => {
      // A driver presses the next step once the phone has confirmed the one before.
      await before
      const { cookie, operationKey } = member.driver
      const eventType = member.isResting ? 'resume_route' : 'stop_rest'
      const body = JSON.stringify({
        containerId: operationKey,
        eventType,
        eventId: member.eventId,
        coordinates: { lat: 19.05, lng: -104.3 },
        accuracy: 12,
      })
      const { status } = await exchange(
        origin,
        { method: 'POST', path: '/api/events', cookie, body },
        { agent, timeoutMs: TIMEOUT_MS },
      )
      // As the phone does: the same press again until it is answered, which may then be one that was written before.
      if (status !== 201 && status !== 200) return String(status)
      member.isResting = !member.isResting
      member.eventId = randomUUID()
      acknowledged++
      return null
    })
  }

  let tag: string | undefined
  const read = async (path: string, extra: Record<string, string> = {}) => {
    const shot: Shot = { method: 'GET', path, cookie: supervisor.cookie }
    const { status, etag } = await exchange(origin, shot, { agent, timeoutMs: TIMEOUT_MS, extra })
    if (extra['if-none-match'] !== undefined || path.endsWith('/operations')) tag = etag ?? tag
    return status === 200 || status === 304 ? null : String(status)
  }
  const poll = () => read('/api/supervisor/operations', tag === undefined ? {} : { 'if-none-match': tag })
  const reads = [
    poll,
    () => read('/api/events?limit=200'),
    poll,
    () => read(`/api/supervisor/kpis?month=${month}`),
  ]

  const start = monotonicMs()
  let presses = 0
  let ticks = 0
  const pacer = setInterval(() => {
    const now = monotonicMs()
    for (let due = start + presses * PRESS_EVERY_MS; due <= now; due = start + presses * PRESS_EVERY_MS) {
      const member = crew[presses++ % crew.length]
      if (member) press(due, member)
    }
    for (let due = start + ticks * TICK_MS; due <= now; due = start + ticks * TICK_MS) {
      const ask = reads[ticks++ % reads.length]
      if (ask) void measure('desk', due, ask)
    }
  }, 10)

  const settled = async () => {
    await Promise.all(underWay.values())
  }
  return {
    async between(from: number, to: number): Promise<Sample[]> {
      // Those due later are not waited for, as long as they need no longer.
      await settled()
      return samples.filter(({ due }) => due >= from && due < to)
    },
    async end(): Promise<Told> {
      clearInterval(pacer)
      await settled()
      await pause(1000)
      desk.close()
      agent.destroy()
      return { presses: acknowledged, untold: Math.max(0, acknowledged - desk.heard()) }
    },
  }
}

let company: Awaited<ReturnType<typeof begin>> | null = null

answerQuestions<Ask, Reply>(async (ask) => {
  if (ask.kind === 'begin') company = await begin(ask.company)
  if (company === null) throw new Error('nobody is at work')
  return {
    samples: ask.kind === 'between' ? await company.between(ask.from, ask.to) : [],
    told: ask.kind === 'end' ? await company.end() : null,
  }
})
