import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { answerQuestions } from '../load/elsewhere.ts'
import { exchange } from './exchange.ts'
import type { FloodOutcome, FloodPlan } from './shots.ts'
import { attackSockets } from './stranger.ts'

const TIMEOUT_MS = 60_000
/** For answers to what was sent before the end; not longer than the flood itself. */
const PATIENCE_MS = 2000
/** A connection that was refused is tried again, and not in a loop that leaves no time for anything else. */
const BROKEN_PAUSE_MS = 20

async function flood({
  origin,
  shots,
  connections,
  milliseconds,
  most,
  sockets,
}: FloodPlan): Promise<FloodOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const stopSockets = sockets ? attackSockets(origin) : () => {}
  const statuses: Record<string, number> = {}
  const started = performance.now()
  const end = started + milliseconds
  let next = 0
  let over = false

  async function loop(): Promise<void> {
    while (!over && next < most && performance.now() < end) {
      const shot = shots[next++ % shots.length]
      if (!shot) return
      const status = await exchange(origin, shot, { agent, timeoutMs: TIMEOUT_MS }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (over) return
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 0) await pause(BROKEN_PAUSE_MS)
    }
  }

  await Promise.race([
    Promise.all(Array.from({ length: connections }, loop)),
    pause(milliseconds + Math.min(PATIENCE_MS, milliseconds)),
  ])
  over = true
  agent.destroy()
  stopSockets()
  return { milliseconds: performance.now() - started, statuses }
}

answerQuestions(flood)
