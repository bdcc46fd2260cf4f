import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken, sha256 } from '../../../adapters/ids.ts'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { deviceTokens, sendDevice } from '../../../http/device-cookie.ts'
import { passwordStamp } from './password-stamp.ts'
import { findDevice, insertDevice, seeDevice, type UserRow } from './queries.ts'

/** The oldest is forgotten: a table that a login fills needs a bound. */
const DEVICES_OF_ACCOUNT = 20

/** The device of this request if it has logged in to this account before; null otherwise. */
export async function knownDevice(
  { database: { orm } }: Pick<AppDeps, 'database'>,
  request: FastifyRequest,
  username: string,
): Promise<number | null> {
  const tokens = deviceTokens(request)
  return tokens.length === 0 ? null : findDevice(orm, username, tokens.map(sha256))
}

/** Remembers the device of a login, and tells whether it is new to the account. */
export async function rememberDevice(
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
  await insertDevice(tx, sha256(made), device, DEVICES_OF_ACCOUNT)
  sendDevice(request, reply, made)
  return { newDevice: true }
}
