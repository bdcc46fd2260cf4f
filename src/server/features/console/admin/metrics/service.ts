import type { SupervisorMetricsResponse } from '#contract/http/console/admin'
import { effectivePremium } from '#domain/account/entitlements'
import type { AppDeps } from '../../../../deps.ts'
import { daysByOperator, tripSums } from '../../../../record/read/sums.ts'
import { storedPremium } from '../../../base/entitlements/policy.ts'
import { featuresOf } from '../../../base/entitlements/service.ts'
import { findUserById } from '../../../people/accounts/queries.ts'
import { unknownSupervisor } from '../policy.ts'
import { hours, inOrder } from '../present.ts'
import { listOperatorsOf } from '../queries.ts'
import { countSharedLinks, premiumUses } from './queries.ts'

const NOTHING = { trips: 0, seconds: 0, containers: 0 }

/**
 * What a supervisor's drivers have recorded so far, from one snapshot. Totals include the records of deleted accounts;
 * `operators` lists the existing ones. Days are those of APP_TIMEZONE. Throws 404.
 */
export async function metricsOf(deps: AppDeps, id: number): Promise<SupervisorMetricsResponse> {
  const { clock, config, database } = deps
  return database.orm.transaction(
    async (tx) => {
      const user = await findUserById(tx, id)
      if (user?.role !== 'supervisor') throw unknownSupervisor()
      const { operatorLimit, row: flags } = await featuresOf(tx, id)
      const operators = await listOperatorsOf(tx, id)
      const trips = await tripSums(tx, id)
      const total = trips.get(null) ?? NOTHING
      const days = await daysByOperator(tx, id, config.timezone)
      return {
        supervisor: {
          id,
          username: user.username,
          displayName: user.displayName,
          operatorCount: operators.length,
          operatorLimit,
          activeOperators: operators.filter((operator) => operator.isActive).length,
        },
        premium: {
          on: effectivePremium(storedPremium(flags), clock.steady()).flags,
          uses: await premiumUses(tx, id),
        },
        metrics: {
          totalTrips: total.trips,
          totalSessions: [...days.values()].reduce((sum, n) => sum + n, 0),
          totalHours: hours(total.seconds),
          totalContainers: total.containers,
          totalSharedLinks: await countSharedLinks(tx, id),
          operators: inOrder(
            operators.map(({ id: operatorId, username, displayName, isActive }) => {
              const own = trips.get(operatorId) ?? NOTHING
              return {
                id: operatorId,
                username,
                displayName,
                isActive,
                tripsCount: own.trips,
                sessionsCount: days.get(operatorId) ?? 0,
                hoursActive: hours(own.seconds),
                containersCount: own.containers,
              }
            }),
          ),
        },
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
