import { randomSecret, sha256 } from '../adapters/ids.ts'
import type { AppDeps } from '../deps.ts'
import { insertToken, takeToken } from './queries.ts'

const TOKEN_MS = 30_000

/** A ticket to the live channel for this session: one use, 30 seconds. Only its hash is stored. */
export async function issueToken(deps: AppDeps, userId: number, sessionId: string): Promise<string> {
  const token = randomSecret()
  await insertToken(deps.database.orm, {
    tokenHash: sha256(token),
    userId,
    sessionId,
    expiresAt: new Date(deps.clock.now() + TOKEN_MS),
  })
  return token
}

/** Takes the ticket in. False when it is unknown, used, stale, or of another session. */
export async function redeemToken(
  deps: AppDeps,
  token: string,
  holder: { userId: number; sessionId: string },
): Promise<boolean> {
  const found = await takeToken(deps.database.orm, sha256(token))
  return (
    found !== null &&
    found.userId === holder.userId &&
    found.sessionId === holder.sessionId &&
    found.expiresAt.getTime() > deps.clock.now()
  )
}
