import type { TurnTimes, TurnTimesResponse } from '#contract/http/desk/turn-times'
import { parkTimings, TURN_TIMINGS } from '#domain/kpi/park-timings'
import { monthOf } from '#domain/time/zone'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import { behindMonth } from '../behind-month.ts'
import type { KpiDeps, KpiRequest } from '../service.ts'
import { type GroupSums, outsideOf, turnSums } from './queries.ts'

/** Queue, terminal and visit of a month by place and by client. */
export async function turnTimesOf(
  deps: KpiDeps,
  scope: SupervisorScope,
  request: KpiRequest,
): Promise<TurnTimesResponse> {
  const { timezone: zone } = deps.config
  const { sums, outside } = await behindMonth(deps, scope, request, async (...rows) => ({
    sums: await turnSums(...rows, zone),
    outside: await outsideOf(...rows),
  }))
  const tripsOf = (steps: typeof outside) => new Set(steps.map(({ operationKey }) => operationKey)).size
  return {
    month: request.month ?? monthOf(deps.clock.now(), zone),
    places: sums.places.map((sum) =>
      presentGroup(sum, tripsOf(outside.filter(({ placeId }) => placeId === sum.id))),
    ),
    clients: sums.clients.map((sum) =>
      presentGroup(sum, tripsOf(outside.filter(({ clientId }) => clientId === sum.id))),
    ),
  }
}

const presentGroup = ({ id, name, timings }: GroupSums, outside: number): TurnTimes => ({
  id,
  name,
  timings: parkTimings(TURN_TIMINGS, timings),
  outside,
})
