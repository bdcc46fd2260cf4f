import { effectivePremium } from '#domain/account/entitlements'
import { trackingReference } from '#domain/container/operation-key'
import { type LinkLevel, levelOfLink, levelOfNumber } from '#domain/container/share-link'
import type { TrackingVisibility } from '#domain/container/tracking-visibility'
import type { Queryable } from '../../../db/connect.ts'
import type { SignedIn } from '../../../identity/caller.ts'
import { scopeOf } from '../../../identity/supervisor-scope.ts'
import { findNewestOfNumber, findOperationInScope } from '../../../record/read/operations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { storedPremium } from '../../base/entitlements/policy.ts'
import { readSettings } from '../../base/settings/service.ts'
import { expiryOfDefault } from '../links/present.ts'
import type { View } from '../links/views.ts'
import { findByKey, findByToken } from './queries.ts'

export interface Tracked {
  /** What was asked for. */
  reference: string
  operation: OperationRow
  level: LinkLevel
  /** Whether it may tell when the truck is expected: a number that anyone can read off the box does not. */
  tellsArrival: boolean
  /** The link whose view this is; null: a container number, what is worth no more, or the supervisor's own look. */
  link: Omit<View, 'address'> | null
}

/** What is usual from now on is another answer after this long. */
const USUAL_MS = 5 * 60 * 1000

/** The version of what is shown, for polls. */
export function versionOf({ operation, level }: Tracked, now: number): string {
  const moment = operation.isActive && level !== 'status' ? Math.floor(now / USUAL_MS) : 0
  // Where it goes changes without a record.
  return `${operation.id}.${operation.version}.${operation.placeId ?? 0}.${level}.${moment}`
}

/**
 * What `reference` shows to anyone at `now` (epoch milliseconds); null: nothing, and never why. To the operation's own
 * supervisor ('Ver completo') its key shows everything, whatever became of the link.
 */
export async function findTracked(
  db: Queryable,
  reference: string,
  signedIn: SignedIn | null,
  now: number,
): Promise<Tracked | null> {
  const asked = trackingReference(reference)
  if (!asked) return null
  const { publicTracking } = await readSettings(db)
  if (asked.kind === 'container') {
    const level = levelOfNumber(publicTracking)
    const operation = level && (await findNewestOfNumber(db, asked.containerNumber))
    return operation ? { reference, operation, level, tellsArrival: false, link: null } : null
  }
  if (asked.kind === 'operation') {
    const tracked = await findOfKey(db, asked.operationKey, signedIn, { publicTracking, now })
    return tracked && { reference, ...tracked }
  }
  const found = await findByToken(db, asked.token, new Date(now))
  if (!found) return null
  const { operation, shared_links: link, feature_flags: flags } = found
  const { linkSharing } = effectivePremium(storedPremium(flags), now).flags
  const level = levelOfLink(link.level, linkSharing, publicTracking)
  return (
    level && {
      reference,
      operation,
      level,
      tellsArrival: linkSharing && level !== 'status' && link.tellsArrival,
      link: { operationKey: operation.operationKey, packId: null, linkId: link.id },
    }
  )
}

/** Everything until a day after the end, then what the bare number shows; nothing once the default link was revoked. */
async function findOfKey(
  db: Queryable,
  operationKey: string,
  signedIn: SignedIn | null,
  { publicTracking, now }: { publicTracking: TrackingVisibility; now: number },
): Promise<Omit<Tracked, 'reference'> | null> {
  if (signedIn?.caller.role === 'supervisor') {
    const scope = scopeOf({ id: signedIn.caller.id, role: signedIn.caller.role })
    const mayView = effectivePremium(signedIn.premium, now).flags.fullScreenEnabled
    const operation = mayView ? await findOperationInScope(db, scope, operationKey) : null
    if (operation) return { operation, level: 'full', tellsArrival: true, link: null }
  }
  const operation = await findByKey(db, operationKey)
  if (!operation) return null
  const expiresAt = expiryOfDefault(operation)
  if (expiresAt === null || now < expiresAt) {
    const link = { operationKey, packId: null, linkId: null }
    return { operation, level: 'full', tellsArrival: true, link }
  }
  const level = levelOfNumber(publicTracking)
  return level && { operation, level, tellsArrival: false, link: null }
}
