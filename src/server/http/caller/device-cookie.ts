import type { FastifyReply, FastifyRequest } from 'fastify'

export const DEVICE_COOKIE = 'acarreo.device'

/** Browsers keep no cookie longer. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

/** Accounts that can share a browser without it forgetting one; a cookie of some 200 bytes. */
const MAX_TOKENS = 8

const TOKENS = /^[A-Za-z0-9]{22}(\.[A-Za-z0-9]{22}){0,7}$/

/**
 * The tokens of this browser, one for each account that has logged in here, the newest first. One for each, because
 * a cookie that a stranger planted here must not become the stranger's key to the account.
 */
export function deviceTokens(request: FastifyRequest): string[] {
  const cookie = request.cookies[DEVICE_COOKIE]
  return cookie !== undefined && TOKENS.test(cookie) ? cookie.split('.') : []
}

/** Puts `token` first. */
export function sendDevice(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const others = deviceTokens(request).filter((other) => other !== token)
  reply.setCookie(DEVICE_COOKIE, [token, ...others].slice(0, MAX_TOKENS).join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: DEVICE_SECONDS,
  })
}
