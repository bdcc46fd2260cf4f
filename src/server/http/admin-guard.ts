import type { FastifyRequest } from 'fastify'
import { ADMIN_KEY_HEADER } from '#contract/http/admin'
import type { Clock } from '../adapters/clock.ts'
import { say } from '../text/messages.ts'
import type { AdminKey } from './admin-key.ts'
import { adminSessionOf } from './admin-session.ts'
import { isRecentProof, Problem, proofRequired, RateLimited, unauthorized } from './problem.ts'
import type { Limit } from './rate-limits.ts'

/**
 * Compares one candidate of an address at a time: concurrent calls with the right key would otherwise spend more tries
 * than there are.
 */
export type AdminTries = (candidate: string, address: string) => Promise<boolean>

/** Whether a candidate is the key. Throws 429 once an address has failed too often, even for the right key. */
export function adminTries(
  failures: Limit,
  key: AdminKey,
  onFailure: (address: string, action: 'admin_key_wrong' | 'admin_locked') => Promise<void>,
): AdminTries {
  const waiting = new Map<string, Promise<unknown>>()

  async function compare(candidate: string, address: string): Promise<boolean> {
    try {
      await failures.spend(address)
    } catch (error) {
      if (error instanceof RateLimited && error.begins) await onFailure(address, 'admin_locked')
      throw error
    }
    if (!key.matches(candidate)) {
      await onFailure(address, 'admin_key_wrong')
      return false
    }
    await failures.giveBack(address)
    return true
  }

  return async (candidate, address) => {
    const before = waiting.get(address) ?? Promise.resolve()
    const own = before.then(() => compare(candidate, address))
    const settled = own.catch(() => {})
    waiting.set(address, settled)
    try {
      return await own
    } finally {
      if (waiting.get(address) === settled) waiting.delete(address)
    }
  }
}

export const wrongAdminKey = (): Problem => new Problem(401, 'invalid_admin_key', say('invalid_admin_key'))

/**
 * Lets the administrator in: with a session, or with the key in a header. Throws 401 or 429, and 403 where a route needs a
 * recent proof and the session is older than that.
 */
export function adminGuard({
  clock,
  key,
  tries,
}: {
  clock: Clock
  key: AdminKey
  tries: AdminTries
}): (needs: { recentProof: boolean }) => (request: FastifyRequest) => Promise<void> {
  return ({ recentProof }) =>
    async (request) => {
      const now = clock.now()
      const session = adminSessionOf(request, key, now)
      if (session && (!recentProof || isRecentProof(session.startedAt, now))) return
      const presented = request.headers[ADMIN_KEY_HEADER]
      if (typeof presented === 'string' && (await tries(presented, request.ip))) return
      throw session ? proofRequired('admin_proof_required') : unauthorized()
    }
}
