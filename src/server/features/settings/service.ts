import { DEFAULT_OPERATOR_LIMIT } from '#domain/account/entitlements'
import { isTrackingVisibility, type TrackingVisibility } from '#domain/container/tracking-visibility'
import type { Queryable } from '../../db/connect.ts'
import { findSetting } from './queries.ts'

/** The limit of supervisors who have none of their own. */
export async function globalOperatorLimit(db: Queryable): Promise<number> {
  const limit = Number(await findSetting(db, 'operator_limit'))
  return Number.isInteger(limit) && limit > 0 ? limit : DEFAULT_OPERATOR_LIMIT
}

/** What a bare container number shows to the public. */
export async function trackingVisibility(db: Queryable): Promise<TrackingVisibility> {
  const value = await findSetting(db, 'public_tracking')
  return value !== null && isTrackingVisibility(value) ? value : 'status'
}
