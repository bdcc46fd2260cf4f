import type pg from 'pg'
import type { Clock } from '../adapters/clock.ts'
import { randomSecret, sha256 } from '../adapters/ids.ts'
import { gathered } from '../db/gathered.ts'
import { insertTokens, takeTokens } from './queries.ts'

const TOKEN_MS = 30_000

interface Holder {
  userId: number
  sessionId: string
}

export interface Tokens {
  /**
   * A token for the live channel and this session: one use, 30 seconds. Only its hash is stored. The account's oldest
   * token is void once it has more than `perAccount` unused ones.
   */
  issue(holder: Holder): Promise<string>
  /** Uses the token up. False when it is unknown, used, expired, or of another session. */
  redeem(token: string, holder: Holder): Promise<boolean>
}

/** After a restart every client opens its channel again: their tokens share statements and commits. */
export function createTokens({
  pool,
  clock,
  perAccount,
}: {
  pool: pg.Pool
  clock: Clock
  perAccount: number
}): Tokens {
  const insert = gathered((rows: Parameters<typeof insertTokens>[1]) => insertTokens(pool, rows, perAccount))
  const take = gathered((hashes: readonly string[]) => takeTokens(pool, hashes))
  return {
    async issue(holder) {
      const token = randomSecret()
      await insert({ ...holder, tokenHash: sha256(token), expiresAt: new Date(clock.steady() + TOKEN_MS) })
      return token
    },
    async redeem(token, { userId, sessionId }) {
      const found = await take(sha256(token))
      return (
        found !== null &&
        found.userId === userId &&
        found.sessionId === sessionId &&
        found.expiresAt.getTime() > clock.steady()
      )
    },
  }
}
