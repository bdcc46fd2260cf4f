import { RateLimited } from './problem.ts'

const WINDOW_MS = 60_000

/**
 * Requests a minute of each account, or address, counted in this process: for every request, so it neither waits nor
 * allocates.
 * Returns the function that counts one; it throws 429 above `points`. `elapsed`: monotonic milliseconds.
 */
export function createRequestLimit<Key>(
  points: number,
  elapsed: () => number = () => performance.now(),
): (key: Key) => void {
  const counts = new Map<Key, number>()
  let end = elapsed() + WINDOW_MS
  return (key) => {
    const now = elapsed()
    if (now >= end) {
      counts.clear()
      end = now + WINDOW_MS
    }
    const count = (counts.get(key) ?? 0) + 1
    if (count > points) throw new RateLimited(Math.ceil((end - now) / 1000))
    counts.set(key, count)
  }
}
