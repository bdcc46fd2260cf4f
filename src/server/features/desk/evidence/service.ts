import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { lockTenant } from '../../people/accounts/limits.ts'
import { issueIn } from './issue.ts'
import { findIssued, findPack, isNewest, isUnchanged, type PackRow, type Subject } from './queries.ts'
import { renewPacks } from './renewal/service.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>

/**
 * Issues the pack of an operation that has ended, or of a client's month. The newest version again where nothing has
 * changed since, else the next one; what corrections made of packs that were sent comes first. Throws 404, and 409 for an
 * operation that is under way.
 */
export async function issuePack(
  deps: Deps,
  scope: SupervisorScope,
  subject: Subject,
  trace: Trace,
): Promise<PackRow> {
  const now = deps.clock.now()
  return deps.database.orm.transaction(async (tx) => {
    // One version at a time; the unique index would refuse the other.
    const lock = await lockTenant(tx, scope.supervisorId)
    await renewPacks(deps, tx, scope, { lock, now })
    return issueIn(deps, tx, scope, { subject, trace, now, renews: false })
  })
}

/** A pack for its file. The audit line is written before anything is sent. Throws 404. */
export async function packToExport(
  { database, clock }: Deps,
  scope: SupervisorScope,
  { hash, format }: { hash: string; format: string },
  trace: Trace,
): Promise<PackRow> {
  const pack = await findPack(database.orm, scope, hash)
  if (!pack) throw notFound(say('evidence_not_found'))
  await recordAudit(database.orm, trace, clock.now(), {
    action: 'evidence_exported',
    target: pack.name,
    targetId: pack.id,
    after: { version: pack.version, format },
  })
  return pack
}

export interface Verified {
  /** null: a month of several containers. */
  containerNumber: string | null
  month: string | null
  version: number
  issuedAt: Date
  isNewest: boolean
}

/** What anybody may know who has the hash; null: this product did not issue it, or what it keeps is another content. */
export async function verifyHash(db: Queryable, hash: string): Promise<Verified | null> {
  const pack = await findIssued(db, hash)
  if (!pack || !(await isUnchanged(db, pack))) return null
  return {
    containerNumber: pack.operationKey === null ? null : pack.name,
    month: pack.month,
    version: pack.version,
    issuedAt: pack.issuedAt,
    isNewest: await isNewest(db, pack),
  }
}
