import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '#domain/account/limits'
import { randomToken, sha256 } from '../../../adapters/ids.ts'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { deviceTokens, sendDevice } from '../../../http/caller/device-cookie.ts'
import { lockTenant } from './limits.ts'
import { passwordStamp } from './password-stamp.ts'
import { findDevice, insertDevice, seeDevice, type UserRow } from './queries.ts'

/** The device of this request if it has logged in to this account before; null otherwise. */
export async function knownDevice(
  { database: { orm } }: Pick<AppDeps, 'database'>,
  request: FastifyRequest,
  username: string,
): Promise<number | null> {
  const tokens = deviceTokens(request)
  return tokens.length === 0 ? null : findDevice(orm, username, tokens.map(sha256))
}

/**
 * Remembers the device of a login, and tells whether it is new to the account. Throws 401 when the account has been deleted
 * meanwhile.
 */
export const rememberDevice = (
  db: Queryable,
  request: FastifyRequest,
  reply: FastifyReply,
  login: { user: UserRow; now: number },
): Promise<{ newDevice: boolean }> =>
  db.transaction(async (tx) => {
    await lockTenant(tx, login.user.id)
    return seeOrAdd(tx, request, reply, login)
  })

async function seeOrAdd(
  tx: Queryable,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, now }: { user: UserRow; now: number },
): Promise<{ newDevice: boolean }> {
  const device = { userId: user.id, passwordStamp: passwordStamp(user), now: new Date(now) }
  const tokens = deviceTokens(request)
  const seen = tokens.length > 0 && (await seeDevice(tx, tokens.map(sha256), device))
  const token = tokens.find((one) => sha256(one) === seen)
  if (token !== undefined) {
    sendDevice(request, reply, token)
    return { newDevice: false }
  }
  const made = randomToken()
  await insertDevice(tx, sha256(made), device, LIMITS.knownDevices)
  sendDevice(request, reply, made)
  return { newDevice: true }
}
