import type { Clock } from '../adapters/clock.ts'
import { randomSecret, sha256 } from '../adapters/ids.ts'
import type { Queryable } from '../db/connect.ts'
import { insertToken, takeToken } from './queries.ts'

interface Tokens {
  db: Queryable
  clock: Clock
}

const TOKEN_MS = 30_000

/** A token for the live channel and this session: one use, 30 seconds. Only its hash is stored. */
export async function issueToken(deps: Tokens, userId: number, sessionId: string): Promise<string> {
  const token = randomSecret()
  await insertToken(deps.db, {
    tokenHash: sha256(token),
    userId,
    sessionId,
    expiresAt: new Date(deps.clock.now() + TOKEN_MS),
  })
  return token
}

/** Uses the token up. False when it is unknown, used, expired, or of another session. */
export async function redeemToken(
  deps: Tokens,
  token: string,
  holder: { userId: number; sessionId: string },
): Promise<boolean> {
  const found = await takeToken(deps.db, sha256(token))
  return (
    found !== null &&
    found.userId === holder.userId &&
    found.sessionId === holder.sessionId &&
    found.expiresAt.getTime() > deps.clock.now()
  )
}
