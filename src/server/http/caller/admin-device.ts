import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken } from '../../adapters/ids.ts'
import { isSameMac, macOf } from '../../adapters/mac.ts'
import type { Secrets } from '../../adapters/secrets.ts'
import type { AdminKey } from './admin-key.ts'

export const ADMIN_DEVICE_COOKIE = 'acarreo.console'

/** Browsers keep no cookie longer. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

export interface AdminDevices {
  /** Names the browser of this request, if the console was opened in it with the key of today; else undefined. */
  of(request: FastifyRequest): string | undefined
  /** After a login. */
  remember(request: FastifyRequest, reply: FastifyReply): void
}

/**
 * Browsers in which the console was opened before. The cookie opens nothing: its tries are counted apart, so that a
 * stranger's wrong keys and codes keep the administrator out of no browser they use (ADR 63). It is signed, not stored:
 * another key forgets every device.
 */
export function createAdminDevices(key: AdminKey, secrets: Secrets): AdminDevices {
  const signedWith = (secret: string, device: string): string =>
    `${device}.${macOf(secret, `admin-device:${key.stampWith(secret)}:${device}`)}`

  function of({ cookies }: FastifyRequest): string | undefined {
    const cookie = cookies[ADMIN_DEVICE_COOKIE]
    const device = cookie?.split('.', 1)[0]
    return cookie && device && secrets.some((secret) => isSameMac(cookie, signedWith(secret, device)))
      ? device
      : undefined
  }

  return {
    of,
    remember(request, reply) {
      reply.setCookie(ADMIN_DEVICE_COOKIE, signedWith(secrets[0], of(request) ?? randomToken()), {
        httpOnly: true,
        sameSite: 'strict',
        path: '/',
        maxAge: DEVICE_SECONDS,
      })
    },
  }
}
