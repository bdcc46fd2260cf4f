import type { TurnTimes, TurnTimesResponse } from '#contract/http/turn-times'
import { NO_GAPS, parkTiming } from '#domain/kpi/park-timings'
import { monthOf } from '#domain/time/zone'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { behindMonth } from '../behind-month.ts'
import type { KpiDeps, KpiRequest } from '../service.ts'
import { type GroupSums, turnSums } from './queries.ts'

/** Queue, terminal and visit of a month by place and by client. */
export async function turnTimesOf(
  deps: KpiDeps,
  scope: SupervisorScope,
  request: KpiRequest,
): Promise<TurnTimesResponse> {
  const { timezone: zone } = deps.config
  const sums = await behindMonth(deps, scope, request, (...rows) => turnSums(...rows, zone))
  return {
    month: request.month ?? monthOf(deps.clock.now(), zone),
    places: sums.places.map(presentGroup),
    clients: sums.clients.map(presentGroup),
  }
}

const presentGroup = ({ id, name, timings }: GroupSums): TurnTimes => ({
  id,
  name,
  timings: {
    accessTime: parkTiming(timings.accessTime ?? NO_GAPS),
    terminalTime: parkTiming(timings.terminalTime ?? NO_GAPS),
    totalTime: parkTiming(timings.totalTime ?? NO_GAPS),
  },
})
