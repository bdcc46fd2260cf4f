import { say } from '../../text/messages.ts'
import { Problem, RateLimited } from '../answer/problem.ts'
import { type Exchange, whenOver } from '../exchange.ts'

/** A large body is in memory whole while it comes, and parsing it holds the thread. */
const AT_ONCE = 4
const RETRY_AFTER_SECONDS = 5

/**
 * Returns the function that lets in a large body of an account, until its answer has left or the connection is gone: one of
 * each account, four in the process. Throws 429 or 503.
 */
export function createLargeBodies(): (userId: number, exchange: Exchange) => void {
  const senders = new Set<number>()
  return (userId, exchange) => {
    if (senders.has(userId)) throw new RateLimited(RETRY_AFTER_SECONDS)
    if (senders.size >= AT_ONCE) {
      throw new Problem(503, 'unavailable', say('busy'), { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    senders.add(userId)
    whenOver(exchange, () => senders.delete(userId))
  }
}
