import { startElsewhere } from '../load/elsewhere.ts'
import type { FloodOutcome, FloodPlan } from './shots.ts'

export interface Flood {
  /** Resolves when it is over; what is under way then is broken off. One at a time. */
  run(plan: FloodPlan): Promise<FloodOutcome>
  stop(): void
}

/** On another machine, as far as one can be had here: what it sends and reads costs the product and the quiet company no time. */
export function startFlood(): Flood {
  const { ask, stop } = startElsewhere<FloodPlan, FloodOutcome>(new URL('flood-child.ts', import.meta.url), {
    what: 'the flood',
    ownSession: true,
    yields: true,
  })
  return { run: ask, stop }
}
