import { lastTimeAt } from '#domain/time/zone'
import { recordAudit } from '../features/audit/service.ts'
import { expirePremium } from '../features/entitlements/expiry.ts'
import { backUp } from '../features/memory/service.ts'
import { SYSTEM_TRACE } from '../identity/trace.ts'
import type { Job, JobDeps } from './job.ts'
import {
  deleteExpiredInvitations,
  deleteExpiredLiveTokens,
  deleteExpiredRecoveryTokens,
  deleteExpiredSessions,
} from './queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** When trucks stand and desks are empty, by the clock on the wall. */
const BACKUP_HOUR = 3

/** A complete backup like the one that the administrator asks for; who asked for it is told apart by the trace. */
async function backUpDaily(deps: JobDeps, now: number): Promise<void> {
  const { file, bytes } = await backUp(deps)
  const entry = { action: 'backup_written', after: { file, bytes } } as const
  await recordAudit(deps.database.orm, SYSTEM_TRACE, entry, now)
}

/** Everything that the product does by itself. What has run out does not count any more long before it is deleted. */
export function productJobs({ timezone }: { timezone: string }): Job[] {
  return [
    { name: 'premium_expiry', everyMs: MINUTE_MS, run: expirePremium },
    {
      name: 'session_cleanup',
      everyMs: 15 * MINUTE_MS,
      async run({ database }, now) {
        await deleteExpiredSessions(database.orm, new Date(now))
        await deleteExpiredLiveTokens(database.orm, new Date(now))
      },
    },
    {
      name: 'recovery_tokens',
      everyMs: HOUR_MS,
      run: ({ database }, now) => deleteExpiredRecoveryTokens(database.orm, new Date(now)),
    },
    {
      name: 'invitations',
      everyMs: HOUR_MS,
      run: ({ database }, now) => deleteExpiredInvitations(database.orm, new Date(now)),
    },
    {
      name: 'backups',
      // Looked at this often, and tried again after this long when a disk is full or a backup is being written.
      everyMs: 10 * MINUTE_MS,
      // A product that was down at that hour makes up for it when it is back.
      dueSince: (now) => lastTimeAt(BACKUP_HOUR, now, timezone) - 1,
      run: backUpDaily,
    },
  ]
}
