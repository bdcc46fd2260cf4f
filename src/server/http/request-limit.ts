import { RateLimited } from './problem.ts'

const WINDOW_MS = 60_000

/**
 * Requests a minute of each account, counted in this process: for every request, so it neither waits nor allocates.
 * Returns the function that counts one; it throws 429 above `points`. `elapsed`: monotonic milliseconds.
 */
export function createRequestLimit(
  points: number,
  elapsed: () => number = () => performance.now(),
): (userId: number) => void {
  const counts = new Map<number, number>()
  let end = elapsed() + WINDOW_MS
  return (userId) => {
    const now = elapsed()
    if (now >= end) {
      counts.clear()
      end = now + WINDOW_MS
    }
    const count = (counts.get(userId) ?? 0) + 1
    if (count > points) throw new RateLimited(Math.ceil((end - now) / 1000))
    counts.set(userId, count)
  }
}
