import { lastTimeAt } from '#domain/time/zone'
import type { Config } from '../config.ts'
import { copyAudit } from '../features/base/audit/copy.ts'
import { removeOldAudit } from '../features/base/audit/service.ts'
import { expirePremium } from '../features/base/entitlements/expiry.ts'
import { mailing } from '../features/base/mails/service.ts'
import { backUpDaily } from '../features/console/backups/nightly.ts'
import { dropOldUsage } from '../features/console/usage/service.ts'
import { sendDigests } from '../features/desk/alerts/digest.ts'
import { renewAllPacks } from '../features/desk/evidence/renewal/service.ts'
import { endIdleSessions } from '../features/people/accounts/sessions.ts'
import { sendLeftRecoveries } from '../features/people/recovery/service.ts'
import { anchorRecord } from '../record/anchor/daily.ts'
import { sumTrips } from '../record/read/trip-sums.ts'
import { anchorMail } from '../text/anchors.ts'
import { FoundFault, type Job, type JobDeps } from './job.ts'
import { MAILS_JOB } from './postman.ts'
import {
  deleteExpiredChallenges,
  deleteExpiredConfirmations,
  deleteExpiredInvitations,
  deleteExpiredLiveTokens,
  deleteExpiredRecoveryTokens,
  deleteExpiredSessions,
  deleteOldMailCounts,
} from './queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What waits to be tried again, or was stored by a process that died before it sent it, is late by no more than this. */
const MAILS_MS = 10_000
/** How long after its commit a line is outside at the latest. */
const AUDIT_COPY_MS = 10_000
/** How long after a correction the new version of a sent pack is there at the latest. */
const RENEWAL_MS = 5_000
/** Local time. */
const ANCHOR_HOUR = 2
/** Local time, before the first trucks of the day are due. */
const DIGEST_HOUR = 7

/** To who keeps the anchors outside, if anybody does. */
const mailAnchor =
  (deps: JobDeps) =>
  async (line: string, fault: string | null): Promise<void> => {
    const { anchorEmail: to, supportEmail } = deps.config
    if (to === null) return
    const mail = anchorMail({ to, line, fault, supportEmail })
    await mailing(deps, (_tx, post) => post({ kind: 'anchor', mail, userId: null }))
  }

/** Expired rows are already ignored before a job deletes them. */
export function productJobs({
  timezone,
  backupHour,
  auditCopy,
}: Pick<Config, 'timezone' | 'backupHour' | 'auditCopy'>): Job[] {
  return [
    { name: 'premium_expiry', everyMs: MINUTE_MS, byTheClock: true, run: expirePremium },
    { name: 'recovery_requests', everyMs: MAILS_MS, run: sendLeftRecoveries },
    { name: MAILS_JOB, everyMs: MAILS_MS, run: ({ postman }) => postman.sendDue() },
    { name: 'trip_sums', everyMs: MINUTE_MS, run: ({ database }) => sumTrips(database) },
    {
      name: 'session_cleanup',
      everyMs: 15 * MINUTE_MS,
      byTheClock: true,
      async run({ database }, now) {
        await deleteExpiredSessions(database.orm, new Date(now))
        await deleteExpiredLiveTokens(database.orm, new Date(now))
        await deleteExpiredChallenges(database.orm, new Date(now))
      },
    },
    { name: 'idle_sessions', everyMs: MINUTE_MS, byTheClock: true, run: endIdleSessions },
    {
      name: 'recovery_tokens',
      everyMs: HOUR_MS,
      byTheClock: true,
      async run({ database }, now) {
        await deleteExpiredRecoveryTokens(database.orm, new Date(now))
        await deleteExpiredConfirmations(database.orm, new Date(now))
        await deleteOldMailCounts(database.orm, new Date(now - 24 * HOUR_MS))
      },
    },
    {
      name: 'invitations',
      everyMs: HOUR_MS,
      byTheClock: true,
      run: ({ database }, now) => deleteExpiredInvitations(database.orm, new Date(now)),
    },
    {
      name: 'audit_retention',
      everyMs: 24 * HOUR_MS,
      byTheClock: true,
      run: ({ database, config }, now) => removeOldAudit(database, { now, days: config.auditDays }),
    },
    { name: 'usage_retention', everyMs: 24 * HOUR_MS, run: dropOldUsage },
    ...(auditCopy === null
      ? []
      : [
          {
            name: 'audit_copy',
            everyMs: AUDIT_COPY_MS,
            async run({ database }: JobDeps, now: number) {
              await copyAudit(database.orm, auditCopy, now)
            },
          },
        ]),
    { name: 'pack_renewal', everyMs: RENEWAL_MS, run: renewAllPacks },
    {
      name: 'alert_digest',
      everyMs: 10 * MINUTE_MS,
      dueSince: (now) => lastTimeAt(DIGEST_HOUR, now, timezone) - 1,
      run: sendDigests,
    },
    {
      name: 'record_anchor',
      everyMs: 10 * MINUTE_MS,
      dueSince: (now) => lastTimeAt(ANCHOR_HOUR, now, timezone) - 1,
      async run(deps, now, warn, note) {
        const fault = await anchorRecord(deps, now, { note, warn, mail: mailAnchor(deps) })
        if (fault !== null) throw new FoundFault(fault)
      },
    },
    ...(backupHour === null
      ? []
      : [
          {
            name: 'backups',
            // Also the delay of a retry when the disk is full or another backup is running.
            everyMs: 10 * MINUTE_MS,
            // Runs late when the product was down at that hour.
            dueSince: (now: number) => lastTimeAt(backupHour, now, timezone) - 1,
            async run(deps: JobDeps, now: number, warn: (message: string) => void) {
              const fault = await backUpDaily(
                deps,
                { now, since: lastTimeAt(backupHour, now, timezone) },
                warn,
              )
              if (fault !== null) throw new FoundFault(fault)
            },
          },
        ]),
  ]
}
