import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FloodOutcome, FloodPlan } from './shots.ts'

export interface Flood {
  /** Resolves when it is over; what is under way then is broken off. One at a time. */
  run(plan: FloodPlan): Promise<FloodOutcome>
  stop(): void
}

/** A process of its own, so that what it sends and reads costs the thread that measures nothing. */
export function startFlood(): Flood {
  const child = fork(fileURLToPath(new URL('flood-child.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--conditions=acarreo-source'],
  })
  return {
    run: (plan) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`the flood ended (${code})`))
        child.once('exit', onExit)
        child.once('message', (answer: { outcome: FloodOutcome } | { error: string }) => {
          child.off('exit', onExit)
          if ('error' in answer) reject(new Error(answer.error))
          else resolve(answer.outcome)
        })
        child.send(plan)
      }),
    stop: () => child.disconnect(),
  }
}
