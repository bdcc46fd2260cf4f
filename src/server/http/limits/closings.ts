import { Problem, RateLimited } from '../answer/problem.ts'
import type { Limit } from './rate-limits.ts'

const MOST_CLOSED = 10_000

/** Refuses who has failed too often, without a cost for anybody else. */
export interface Closings {
  /** Throws `RateLimited` while this key is closed. */
  refuse(key: string): void
  /** Counts a failure. */
  failed(key: string): Promise<void>
  /** Does this unless the key is closed; a refusal (a `Problem` below 500) counts as a failure. */
  limited<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * A key is closed when `limit` has no point left for it. Closed keys are remembered by each process, so that a request
 * that does not fail costs nothing. `elapsed`: monotonic milliseconds.
 */
export function createClosings(limit: Limit, elapsed: () => number = () => performance.now()): Closings {
  /** When each key opens again. */
  const closed = new Map<string, number>()

  function close(key: string, seconds: number): void {
    if (closed.size >= MOST_CLOSED) {
      for (const [other, until] of closed) if (until <= elapsed()) closed.delete(other)
    }
    closed.set(key, elapsed() + seconds * 1000)
  }

  function refuse(key: string): void {
    const left = (closed.get(key) ?? 0) - elapsed()
    if (left > 0) throw new RateLimited(Math.ceil(left / 1000))
  }

  const failed = (key: string): Promise<void> =>
    limit.spend(key).catch((error: unknown) => {
      if (!(error instanceof RateLimited)) throw error
      close(key, error.extra.retryAfterSeconds ?? 1)
    })

  return {
    refuse,
    failed,
    async limited(key, work) {
      refuse(key)
      try {
        return await work()
      } catch (error) {
        if (error instanceof Problem && error.status < 500) await failed(key)
        throw error
      }
    },
  }
}
