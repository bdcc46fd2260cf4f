import type { Lane } from './connection.ts'
import { startElsewhere } from './elsewhere.ts'

export interface Plan {
  host: string
  port: number
  /** The lanes of each connection, which it serves in turn. */
  connections: Lane[][]
  /** Statuses that are no failure. */
  expect: number[]
  /** Sent, but not counted. */
  warmUpMs: number
  measureMs: number
  /**
   * Requests a second, sent by the clock, so a slow server gets no fewer; a latency then begins when the request was due.
   * Left out: a closed loop, each connection sends as soon as it is answered.
   */
  perSecond?: number
}

export interface Outcome {
  /** Answers while it was measured. */
  answered: number
  perSecond: number
  /** Milliseconds from the first byte sent to the last byte received. */
  p50: number
  p95: number
  p99: number
  max: number
  /** Of one core, spent by the load generator while it was measured. */
  cpuPercent: number
  /** Requests answered in the whole run, warm-up included, by connection and lane. */
  lanes: number[][]
  /** With `perSecond`: UUID of each measured request, and when it was due (`monotonicMs`). */
  sent: [string, number][]
}

export interface Load {
  /** Rejects when an answer has another status or a connection breaks. */
  run(plan: Plan): Promise<Outcome>
  stop(): void
}

/** The machine's monotonic clock in milliseconds, which every process reads alike. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** The load generator: a process of its own, so that its garbage and timers are not the caller's. */
export function startLoad(): Load {
  const { ask, stop } = startElsewhere<Plan, Outcome>(new URL('child.ts', import.meta.url), {
    what: 'the load generator',
  })
  return { run: ask, stop }
}
