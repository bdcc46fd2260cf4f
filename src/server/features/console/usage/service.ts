import type { UsageDays } from '#contract/http/console/admin'
import { localSecond } from '#domain/time/zone'
import type { AppDeps } from '../../../deps.ts'
import { listStored } from '../../../record/read/stored.ts'
import { listUsage, removeOldUsage, type TenantUsage } from './queries.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_DAYS = 90
const MOST_LISTED = 100
/** Series of a metric: who asks for most, nobody else. */
const MOST_MEASURED = 10

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>

/** The day of `APP_TIMEZONE` that begins a span of so many days which ends today. */
const since = ({ clock, config }: Deps, days: number): string =>
  localSecond(clock.steady() - (days - 1) * DAY_MS, config.timezone).slice(0, 10)

export async function usageOf(deps: Deps, days: UsageDays) {
  const { orm } = deps.database
  const [usage, stored] = await Promise.all([
    listUsage(orm, since(deps, Number(days)), MOST_LISTED),
    listStored(orm),
  ])
  const storedOf = new Map(stored.map((each) => [each.supervisorId, each]))
  return {
    tenants: usage.map(({ milliseconds, ...tenant }) => ({
      ...tenant,
      seconds: Math.round(milliseconds / 1000),
      eventsStored: storedOf.get(tenant.supervisorId)?.records ?? 0,
      bytesStored: Math.round(storedOf.get(tenant.supervisorId)?.bytes ?? 0),
    })),
  }
}

/** Today's counts of those who ask for most. */
export const noisiest = (deps: Deps): Promise<TenantUsage[]> =>
  listUsage(deps.database.orm, since(deps, 1), MOST_MEASURED)

export const dropOldUsage = (deps: Deps): Promise<void> =>
  removeOldUsage(deps.database.orm, since(deps, KEPT_DAYS))
