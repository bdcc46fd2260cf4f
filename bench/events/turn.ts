import type { Lane } from '../load/connection.ts'
import type { Load, Outcome } from '../load/generator.ts'

/** One measurement of one contender. */
export interface Turn {
  connections: number
  warmUpSeconds: number
  seconds: number
  /** Whether the product counts its whole record after the turn (default: true), which leaves the next turn cold. */
  counted?: boolean
}

export interface Figures {
  /** Stored events. */
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  max: number
  /** Of one core, spent by the load generator; pgbench does not say. */
  loadCpuPercent?: number
}

export interface Contender {
  name: 'product' | 'pgbench' | 'pgbench beside'
  /** Rejects when a press failed or is not on the record. */
  run(turn: Turn): Promise<Figures>
  stop(): Promise<void>
}

/**
 * Sends the requests of `connections`, and moves each lane on by what was answered: in a closed loop, or `perSecond` by the
 * clock. Rejects at an answer with another `status`.
 */
export async function runLanes(
  load: Load,
  origin: string,
  connections: Lane[][],
  { warmUpSeconds, seconds, perSecond }: { warmUpSeconds: number; seconds: number; perSecond?: number },
  status = 201,
): Promise<Outcome> {
  const { hostname, port } = new URL(origin)
  const outcome = await load.run({
    host: hostname,
    port: Number(port),
    connections,
    expect: [status],
    warmUpMs: warmUpSeconds * 1000,
    measureMs: seconds * 1000,
    ...(perSecond === undefined ? {} : { perSecond }),
  })
  for (const [c, counts] of outcome.lanes.entries()) {
    for (const [l, count] of counts.entries()) {
      const lane = connections[c]?.[l]
      if (lane) lane.at += count
    }
  }
  return outcome
}

export const figuresOf = ({ perSecond, p50, p95, p99, max, cpuPercent }: Outcome): Figures => ({
  perSecond,
  p50,
  p95,
  p99,
  max,
  loadCpuPercent: cpuPercent,
})
