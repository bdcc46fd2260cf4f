import type { FastifyRequest } from 'fastify'
import { ADMIN_CODE_HEADER, ADMIN_KEY_HEADER } from '#contract/http/console/admin'
import type { Clock } from '../../adapters/clock.ts'
import { say } from '../../text/messages.ts'
import {
  isRecentProof,
  Problem,
  proofRequired,
  RateLimited,
  secondFactorProblem,
  unauthorized,
} from '../answer/problem.ts'
import type { Limit } from '../limits/rate-limits.ts'
import { spending } from '../limits/spending.ts'
import { networkOf } from '../network/network.ts'
import type { AdminKey } from './admin-key.ts'
import { adminSessionOf } from './admin-session.ts'

/** What somebody shows who wants to be the administrator. */
interface Presented {
  key: string
  /** Of the second factor. */
  code?: string | undefined
  /** Their session has shown the second factor: the key is enough. */
  inSession?: boolean
  /** A browser in which the console was opened before (admin-device.ts): its tries count for it alone. */
  device?: string | undefined
}

/** `recoveryCodesLeft`: after one was used. */
interface Passed {
  recoveryCodesLeft?: number
}

/** Judges the code of the administrator's second factor; 'passed' also without one. */
type SecondFactor = (
  code: string | undefined,
  from: { address: string; device: string | undefined },
) => Promise<({ state: 'passed' } & Passed) | { state: 'missing' | 'wrong' }>

/**
 * Judges one try of an address or device at a time: concurrent calls with the right key would otherwise spend more tries
 * than there are. Null: the key is wrong. Throws 401 when the key is right and the code missing or wrong, and 429 once the
 * address, or the device, has failed too often, even for the right key.
 */
export type AdminTries = (presented: Presented, address: string) => Promise<Passed | null>

type Failure = 'admin_key_wrong' | 'admin_code_wrong' | 'admin_locked'

export function adminTries(
  failures: { ofAddress: Limit; ofDevice: Limit },
  key: AdminKey,
  {
    secondFactor,
    onFailure,
  }: { secondFactor: SecondFactor; onFailure: (address: string, action: Failure) => Promise<void> },
): AdminTries {
  const waiting = new Map<string, Promise<unknown>>()

  async function judge({ key: candidate, code, inSession = false, device }: Presented, address: string) {
    if (!key.matches(candidate)) return { state: 'wrong key' as const }
    return inSession ? { state: 'passed' as const } : secondFactor(code, { address, device })
  }

  async function compare(presented: Presented, address: string): Promise<Passed | null> {
    const { device } = presented
    const counted: [Limit, string] =
      device === undefined ? [failures.ofAddress, address] : [failures.ofDevice, device]
    const judged = await spending([counted], async () => {
      const { state, ...passed } = await judge(presented, address)
      return { state, passed, right: state === 'passed' || state === 'missing' }
    }).catch(async (error: unknown) => {
      if (error instanceof RateLimited && error.begins) await onFailure(address, 'admin_locked')
      throw error
    })
    switch (judged.state) {
      case 'passed':
        return judged.passed
      case 'missing':
        throw secondFactorProblem('second_factor_required')
      case 'wrong':
        await onFailure(address, 'admin_code_wrong')
        throw secondFactorProblem('second_factor_wrong')
      case 'wrong key':
        await onFailure(address, 'admin_key_wrong')
        return null
    }
  }

  return async (presented, address) => {
    const line = presented.device ?? address
    const before = waiting.get(line) ?? Promise.resolve()
    const own = before.then(() => compare(presented, address))
    const settled = own.catch(() => {})
    waiting.set(line, settled)
    try {
      return await own
    } finally {
      if (waiting.get(line) === settled) waiting.delete(line)
    }
  }
}

/** The key in the headers of a call, with the code that a second factor needs; null: there is none. */
export function presentedIn({ headers }: Pick<FastifyRequest, 'headers'>): Presented | null {
  const { [ADMIN_KEY_HEADER]: key, [ADMIN_CODE_HEADER]: code } = headers
  if (typeof key !== 'string') return null
  return { key, code: typeof code === 'string' && code !== '' ? code : undefined }
}

export const wrongAdminKey = (): Problem => new Problem(401, 'invalid_admin_key', say('invalid_admin_key'))

/**
 * Lets the administrator in: with a session, or with the key (and the code) in headers. Throws 401 or 429, and 403 where a route needs a
 * recent proof and the session is older than that.
 */
export function adminGuard({
  clock,
  countStranger,
  key,
  tries,
}: {
  clock: Clock
  /** Counts a request without a session, by network; throws 429. */
  countStranger: (network: string) => void
  key: AdminKey
  tries: AdminTries
}): (needs: { recentProof: boolean }) => (request: FastifyRequest) => Promise<void> {
  return ({ recentProof }) =>
    async (request) => {
      const now = clock.steady()
      const session = adminSessionOf(request, key, now)
      if (session && (!recentProof || isRecentProof(session.provenAt, now))) return
      if (!session) countStranger(networkOf(request.ip))
      const presented = presentedIn(request)
      if (presented && (await tries(presented, request.ip))) return
      throw session ? proofRequired('admin_proof_required') : unauthorized()
    }
}
