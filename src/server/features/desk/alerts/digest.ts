import { effectivePremium } from '#domain/account/entitlements'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { scopeOf } from '../../../identity/supervisor-scope.ts'
import { alertDigest } from '../../../text/alerts.ts'
import { premiumReader } from '../../base/entitlements/service.ts'
import { mailing, type Post } from '../../base/mails/service.ts'
import { claimDigest, type DigestLine } from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'sessionSecrets' | 'postman' | 'config'>

/**
 * Mails each supervisor with a confirmed address the alerts that no mail has named and whose rules are in the mail. In one
 * transaction: an alert is marked when its mail is stored, and not otherwise.
 */
export const sendDigests = (deps: Deps, now: number): Promise<void> =>
  mailing(deps, (tx, post) => postDigests(deps, tx, post, now))

async function postDigests(
  { config: { supportEmail, timezone } }: Pick<Deps, 'config'>,
  tx: Queryable,
  post: Post,
  now: number,
): Promise<void> {
  const lines = await claimDigest(tx, new Date(now))
  const bySupervisor = new Map<number, DigestLine[]>()
  for (const line of lines)
    bySupervisor.set(line.supervisorId, [...(bySupervisor.get(line.supervisorId) ?? []), line])
  const scopes = [...bySupervisor.keys()].map((id) => scopeOf({ id, role: 'supervisor' }))
  const premiums = await premiumReader(tx).premiumsOf(scopes)
  for (const [supervisorId, own] of bySupervisor) {
    const premium = premiums.get(supervisorId)
    const to = own[0]?.email
    if (!to || !premium || !effectivePremium(premium, now).flags.realTimeInfo) continue
    const mail = alertDigest({ to, lines: own, timezone, supportEmail })
    await post({ kind: 'digest', mail, userId: supervisorId, tenantId: supervisorId })
  }
}
