import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RelyingParty } from '../../adapters/webauthn.ts'
import { say } from '../../text/messages.ts'
import { Problem } from '../answer/problem.ts'

/**
 * The site for which the page that asks may have passkeys: the origin of PUBLIC_URL, or localhost. Browsers have passkeys
 * for names alone, and outside localhost under https alone; without PUBLIC_URL nothing says which name is ours. Throws 409.
 * That the page is one of ours has been checked (origin.ts).
 */
export function relyingParty({ headers }: FastifyRequest, publicOrigin: string | null): RelyingParty {
  const { origin = '' } = headers
  const url = URL.canParse(origin) ? new URL(origin) : null
  const isPossible =
    url !== null &&
    (url.hostname === 'localhost' ||
      (url.origin === publicOrigin &&
        url.protocol === 'https:' &&
        isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0))
  if (!isPossible) throw new Problem(409, 'passkeys_unavailable', say('passkeys_unavailable'))
  return { id: url.hostname, origin: url.origin }
}
