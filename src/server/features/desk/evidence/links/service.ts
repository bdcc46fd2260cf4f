import type { z } from 'zod'
import type { createEvidenceLinkRequest } from '#contract/http/desk/evidence'
import { effectivePremium } from '#domain/account/entitlements'
import type { Queryable } from '../../../../db/connect.ts'
import type { AppDeps } from '../../../../deps.ts'
import { notFound } from '../../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../../identity/trace.ts'
import { say } from '../../../../text/messages.ts'
import { recordAudit } from '../../../base/audit/service.ts'
import { storedPremium } from '../../../base/entitlements/policy.ts'
import { lockTenant, refuseFull } from '../../../people/accounts/limits.ts'
import { holdAccount } from '../../../people/accounts/service.ts'
import { insertLink, revokeLink } from '../../../public/links/queries.ts'
import { newToken } from '../../../public/links/tokens.ts'
import { findPack, isNewest, isUnchanged, type PackRow, subjectOf } from '../queries.ts'
import { findByToken, findPackLink, listPackLinks, type PackLink, renewedPack } from './queries.ts'

type Deps = Pick<AppDeps, 'database' | 'clock' | 'sessionSecrets'>

const DAY_MS = 24 * 60 * 60 * 1000

/** A link to one version of a pack, as it was issued. Throws 404, and 409 when there are as many as there may be. */
export async function createPackLink(
  tx: Queryable,
  deps: Pick<Deps, 'clock' | 'sessionSecrets'>,
  scope: SupervisorScope,
  { hash, name, days }: z.output<typeof createEvidenceLinkRequest> & { hash: string },
  trace: Trace,
): Promise<PackLink> {
  const now = deps.clock.now()
  const expiresAt = new Date(deps.clock.steady() + days * DAY_MS)
  const lock = await lockTenant(tx, scope.supervisorId)
  const pack = await findPack(tx, scope, hash)
  if (!pack) throw notFound(say('evidence_not_found'))
  refuseFull(lock, 'linksOfPack', (await listPackLinks(tx, scope, subjectOf(pack))).length)
  const link = await insertLink(tx, scope, {
    packId: pack.id,
    ...newToken(deps.sessionSecrets),
    name,
    createdAt: new Date(now),
    expiresAt,
  })
  await recordAudit(tx, trace, now, {
    action: 'link_created',
    target: pack.name,
    after: { name, version: pack.version, expiresAt: expiresAt.toISOString() },
  })
  return { link, pack }
}

/** Revoking twice is one revocation. Throws 404. */
export async function endPackLink(
  deps: Deps,
  scope: SupervisorScope,
  id: number,
  trace: Trace,
): Promise<void> {
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    await holdAccount(tx, scope.supervisorId)
    const found = await findPackLink(tx, scope, id)
    if (!found) throw notFound(say('link_not_found'))
    if (!(await revokeLink(tx, scope, id, new Date(now)))) return
    await recordAudit(tx, trace, now, {
      action: 'link_revoked',
      target: found.pack.name,
      before: { name: found.link.name, version: found.pack.version },
    })
  })
}

export interface OpenedPack extends PackLink {
  isNewest: boolean
  /** The newest version that a correction has made of it; null: none. */
  renewed: PackRow | null
}

/**
 * What a link opens to anyone: the version that it was made for, or `version`, a later one that a correction has made; null:
 * nothing, and never why. Later versions that the supervisor issued stay closed. Nothing either while `linkSharing` is off,
 * or when the stored content is not what was issued.
 */
export async function openPackLink(
  { database: { orm }, clock }: Pick<Deps, 'database' | 'clock'>,
  token: string,
  version: number | null,
): Promise<OpenedPack | null> {
  const now = clock.steady()
  const found = await findByToken(orm, token, new Date(now))
  if (!found) return null
  const { link, flags } = found
  if (!effectivePremium(storedPremium(flags), now).flags.linkSharing) return null
  const pack = version === null ? found.pack : await renewedPack(orm, found.pack, version)
  if (!pack || !(await isUnchanged(orm, pack))) return null
  return { link, pack, isNewest: await isNewest(orm, pack), renewed: await renewedPack(orm, pack, null) }
}
