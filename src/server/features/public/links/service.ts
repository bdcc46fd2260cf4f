import type { z } from 'zod'
import type { createLinkRequest } from '#contract/http/public/links'
import { linkState } from '#domain/container/share-link'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../identity/trace.ts'
import { findOperationInScope } from '../../../record/read/operations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { lockTenant, refuseFull } from '../../people/accounts/limits.ts'
import { holdAccount } from '../../people/accounts/service.ts'
import { expiryOfDefault } from './present.ts'
import {
  countLinks,
  countShare,
  holdDefaultLink,
  insertLink,
  type LinkRow,
  listLinks,
  revokeLink,
} from './queries.ts'
import { newToken } from './tokens.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'sessionSecrets'>

const DAY_MS = 24 * 60 * 60 * 1000

/** Audit lines have the container number, because the operation key would open the link for every reader of the log. */
const targetOf = (operation: OperationRow): string => operation.containerNumber

/** Records that the supervisor shared the default link. Throws 401 when being deleted, 409 when it opens nothing. */
export async function shareOperation(
  deps: Deps,
  scope: SupervisorScope,
  operation: OperationRow,
  trace: Trace,
): Promise<void> {
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const link = await holdDefaultLink(tx, scope, operation.operationKey)
    const times = {
      revokedAt: link.revokedAt?.getTime() ?? null,
      expiresAt: expiryOfDefault(operation),
    }
    if (linkState(times, deps.clock.steady()) !== 'valid')
      throw new Problem(409, 'link_ended', say('link_ended'))
    await countShare(tx, scope, link.id)
    const after = { operator: operation.username, operationType: operation.operationType }
    await recordAudit(tx, trace, now, { action: 'link_shared', target: targetOf(operation), after })
  })
}

/** The operation and its links, the default one apart (null: nothing is stored of it). Throws 404. */
export async function linksOf(
  { database }: Deps,
  scope: SupervisorScope,
  operationKey: string,
): Promise<{ operation: OperationRow; byDefault: LinkRow | null; further: LinkRow[] }> {
  const operation = await ownOperation(database.orm, scope, operationKey)
  const rows = await listLinks(database.orm, scope, operationKey)
  return {
    operation,
    byDefault: rows.find(({ isDefault }) => isDefault) ?? null,
    further: rows.filter(({ isDefault }) => !isDefault),
  }
}

/** Throws 404, and 409 when the operation has as many links as it may have. */
export async function createLink(
  deps: Deps,
  scope: SupervisorScope,
  operationKey: string,
  { name, level, tellsArrival, days }: z.output<typeof createLinkRequest>,
  trace: Trace,
): Promise<LinkRow> {
  const now = deps.clock.now()
  const expiresAt = new Date(deps.clock.steady() + days * DAY_MS)
  return deps.database.orm.transaction(async (tx) => {
    const lock = await lockTenant(tx, scope.supervisorId)
    const operation = await ownOperation(tx, scope, operationKey)
    await holdDefaultLink(tx, scope, operationKey)
    // Without the default link.
    refuseFull(lock, 'linksOfOperation', (await countLinks(tx, scope, operationKey)) - 1)
    const link = await insertLink(tx, scope, {
      operationKey,
      ...newToken(deps.sessionSecrets),
      name,
      level,
      tellsArrival: tellsArrival && level !== 'status',
      createdAt: new Date(now),
      expiresAt,
    })
    await recordAudit(tx, trace, now, {
      action: 'link_created',
      target: targetOf(operation),
      after: { name, level, expiresAt: expiresAt.toISOString() },
    })
    return link
  })
}

/** `id` null: the default link. Revoking twice is one revocation. Throws 404. */
export async function revoke(
  deps: Deps,
  scope: SupervisorScope,
  operationKey: string,
  id: number | null,
  trace: Trace,
): Promise<void> {
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const operation = await ownOperation(tx, scope, operationKey)
    const link =
      id === null
        ? await holdDefaultLink(tx, scope, operationKey)
        : (await listLinks(tx, scope, operationKey)).find((one) => !one.isDefault && one.id === id)
    if (!link) throw notFound(say('link_not_found'))
    if (!(await revokeLink(tx, scope, link.id, new Date(now)))) return
    await recordAudit(tx, trace, now, {
      action: 'link_revoked',
      target: targetOf(operation),
      before: { name: link.name, level: link.level },
    })
  })
}

async function ownOperation(
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<OperationRow> {
  const operation = await findOperationInScope(db, scope, operationKey)
  if (!operation) throw notFound(say('operation_not_found'))
  return operation
}
