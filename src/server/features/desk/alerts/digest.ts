import { effectivePremium } from '#domain/account/entitlements'
import type { AppDeps } from '../../../deps.ts'
import { scopeOf } from '../../../identity/supervisor-scope.ts'
import { alertDigest } from '../../../text/alerts.ts'
import { premiumReader } from '../../base/entitlements/service.ts'
import { claimDigest, type DigestLine, giveBackDigest } from './queries.ts'

/**
 * Mails each supervisor with a confirmed address the alerts that no mail has named and whose rules are in the mail. Claimed
 * before it is sent: a kill in between loses that mail, and no mail is sent twice.
 */
export async function sendDigests(
  deps: Pick<AppDeps, 'database' | 'mailer' | 'config'>,
  now: number,
  warn: (message: string) => void,
): Promise<void> {
  const { orm } = deps.database
  const lines = await claimDigest(orm, new Date(now))
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
      await giveBackDigest(
        orm,
        own.map(({ id }) => id),
      )
      warn(`alert digest not sent: ${error instanceof Error ? error.message : 'unknown failure'}`)
    }
  }
}
