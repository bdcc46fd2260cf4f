import { createHash } from 'node:crypto'
import { canonicalPack } from '#domain/evidence/content'
import { inTurns } from '../../../adapters/in-turns.ts'
import type { Queryable, Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { findOperationInScope } from '../../../record/read/operations.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { findClient } from '../../driver/places/queries.ts'
import { lockTenant } from '../../people/accounts/limits.ts'
import { gatherMonth, gatherOperation } from './gather.ts'
import {
  findIssued,
  findPack,
  insertPack,
  isNewest,
  isUnchanged,
  newestPack,
  type PackRow,
  type Subject,
} from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>

/** Bytes that are hashed at once. */
const HASHED = 256 * 1024

/** SHA-256, hex, of a text of megabytes. Yields between its pieces. */
function* hashOf(content: string): Generator<void, string> {
  const [hash, bytes] = [createHash('sha256'), Buffer.from(content)]
  for (let at = 0; at < bytes.length; at += HASHED) {
    hash.update(bytes.subarray(at, at + HASHED))
    yield
  }
  return hash.digest('hex')
}

/**
 * Issues the pack of an operation that has ended, or of a client's month. The newest version again where nothing has
 * changed since, else the next one. Throws 404, and 409 for an operation that is under way.
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
    await lockTenant(tx, scope.supervisorId)
    const gathered = await gather(deps, tx, scope, subject)
    const newest = await newestPack(tx, scope, subject)
    const written = async (version: number) => {
      const content = await inTurns(canonicalPack({ ...gathered, version }))
      return { content, version, hash: await inTurns(hashOf(content)) }
    }
    if (newest && (await written(newest.version)).hash === newest.hash && (await isUnchanged(tx, newest))) {
      return newest
    }
    const next = await written((newest?.version ?? 0) + 1)
    const pack = await insertPack(tx, scope, { ...subject, ...next, issuedAt: new Date(now) })
    await recordAudit(tx, trace, now, {
      action: 'evidence_issued',
      target: pack.name,
      targetId: pack.id,
      after: { version: pack.version, hash: pack.hash },
    })
    return pack
  })
}

async function gather(deps: Deps, tx: Tx, scope: SupervisorScope, subject: Subject) {
  if ('operationKey' in subject) {
    const operation = await findOperationInScope(tx, scope, subject.operationKey)
    if (!operation) throw notFound(say('operation_not_found'))
    if (operation.isActive) throw new Problem(409, 'evidence_open', say('evidence_open'))
    return gatherOperation(deps, tx, scope, operation)
  }
  const client = await findClient(tx, scope, subject.clientId)
  if (!client) throw notFound(say('client_not_found'))
  return gatherMonth(deps, tx, scope, { client, month: subject.month })
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
