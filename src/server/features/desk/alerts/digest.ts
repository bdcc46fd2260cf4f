import { effectivePremium } from '#domain/account/entitlements'
import type { AppDeps } from '../../../deps.ts'
import { scopeOf } from '../../../identity/supervisor-scope.ts'
import { alertDigest } from '../../../text/alerts.ts'
import { premiumReader } from '../../base/entitlements/service.ts'
import { claimDigest, type DigestLine } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Mails each supervisor with a confirmed address the alerts of the last day whose rules are in the mail. Claimed before it
 * is sent: a kill in between loses that mail, and no mail is sent twice.
 */
export async function sendDigests(
  deps: Pick<AppDeps, 'database' | 'mailer' | 'config'>,
  now: number,
  warn: (message: string) => void,
): Promise<void> {
  const { orm } = deps.database
  const lines = await claimDigest(orm, { now: new Date(now), since: new Date(now - DAY_MS) })
  const bySupervisor = new Map<number, DigestLine[]>()
  for (const line of lines)
    bySupervisor.set(line.supervisorId, [...(bySupervisor.get(line.supervisorId) ?? []), line])
  const scopes = [...bySupervisor.keys()].map((id) => scopeOf({ id, role: 'supervisor' }))
  const premiums = await premiumReader(orm).premiumsOf(scopes)
  for (const [supervisorId, own] of bySupervisor) {
    const premium = premiums.get(supervisorId)
    const to = own[0]?.email
    if (!to || !premium || !effectivePremium(premium, now).flags.realTimeInfo) continue
    const { supportEmail, timezone } = deps.config
    try {
      await deps.mailer.send(alertDigest({ to, lines: own, timezone, supportEmail }))
    } catch (error) {
      // The others get theirs.
      warn(`alert digest not sent: ${error instanceof Error ? error.message : 'unknown failure'}`)
    }
  }
}
