import { createHash } from 'node:crypto'
import { canonicalPack } from '#domain/evidence/content'
import { inTurns } from '../../../adapters/thread/in-turns.ts'
import type { Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { findOperationInScope } from '../../../record/read/operations.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { findClient } from '../../driver/places/queries.ts'
import { gatherMonth, gatherOperation } from './gather.ts'
import { insertPack, isUnchanged, newestPack, type PackRow, type Subject } from './queries.ts'

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
 * Issues a pack while `tx` holds the tenant's lock: the newest version again, or the next one. `renews`: because a correction
 * changed what a version says that was sent. Throws 404, and 409 for an operation that is under way.
 */
export async function issueIn(
  deps: Deps,
  tx: Tx,
  scope: SupervisorScope,
  { subject, trace, now, renews }: { subject: Subject; trace: Trace; now: number; renews: boolean },
): Promise<PackRow> {
  const gathered = await gather(deps, tx, scope, subject)
  const newest = await newestPack(tx, scope, subject)
  const written = async (version: number) => {
    const content = await inTurns(scope, canonicalPack({ ...gathered, version }))
    return { content, version, hash: await inTurns(scope, hashOf(content)) }
  }
  if (newest && (await written(newest.version)).hash === newest.hash && (await isUnchanged(tx, newest))) {
    return newest
  }
  const next = await written((newest?.version ?? 0) + 1)
  const pack = await insertPack(tx, scope, { ...subject, ...next, issuedAt: new Date(now), renews })
  await recordAudit(tx, trace, now, {
    action: 'evidence_issued',
    target: pack.name,
    targetId: pack.id,
    after: { version: pack.version, hash: pack.hash },
  })
  return pack
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
