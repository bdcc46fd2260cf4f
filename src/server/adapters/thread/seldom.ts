import { setTimeout as pause } from 'node:timers/promises'

/** Rests between two runs, as a multiple of what the last one took: the work has a tenth of the thread at most. */
const REST = 9

/**
 * Runs `work` for everybody who asks, one run at a time and seldom enough that its cost is bounded however often they ask.
 * Each gets a run that began after they had asked; those who wait share the next one.
 */
export function seldom<T>(work: () => Promise<T>): () => Promise<T> {
  /** Resolves when the next run may begin. */
  let rested: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null

  async function runNext(): Promise<T> {
    await rested
    next = null
    const began = performance.now()
    const result = work()
    rested = result
      .catch(() => {})
      .then(() => pause(REST * (performance.now() - began), null, { ref: false }))
    return result
  }

  return () => {
    next ??= runNext()
    return next
  }
}
