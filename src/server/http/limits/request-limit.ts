import type { FastifyInstance } from 'fastify'
import { beginInShare } from '../../adapters/thread/share.ts'
import { RateLimited } from '../answer/problem.ts'
import { networkOf } from '../network/network.ts'

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
    if (count <= points + 1) counts.set(key, count)
    if (count > points) throw new RateLimited(Math.ceil((end - now) / 1000), undefined, count === points + 1)
  }
}

/** A page is a dozen files, and everybody who shares an address may load it at once after an update. */
const FILES = 10

/**
 * Counts by network what belongs to no account and no guard: files of the page, health, and what is not there, and shares
 * the thread out among them. Throws 429 above ten times `points` a minute. Installed before all that judges a request.
 */
export function limitFiles(app: FastifyInstance, points: number): void {
  const count = createRequestLimit<string>(points * FILES)
  app.addHook('onRequest', ({ ip, routeOptions }, _reply, done) => {
    if (routeOptions.config.audience !== undefined) return done()
    const network = networkOf(ip)
    count(network)
    beginInShare(network, done)
  })
}
