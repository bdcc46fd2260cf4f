import { type Calibration, calibrate } from '#domain/forecast/calibration'
import { forecast, milestoneAfter, type StepForecast } from '#domain/forecast/forecast'
import type { StepType } from '#domain/operation/steps'
import { monthOf, monthPeriod } from '#domain/time/zone'
import type { Sample } from '#domain/usual/sample'
import { inTurns } from '../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { UsualTimesOf } from '../../../record/read/durations.ts'
import { listUnderway, originOf, readTrips, type UnderwayRow } from '../../../record/read/trips.ts'

export interface OperationForecast {
  operationKey: string
  /** The next arrival or departure. */
  milestone: StepType | null
  steps: readonly StepForecast[]
}

export type Forecasts = ReturnType<typeof createForecasts>

/** Forecasts from a supervisor's own trips. */
export function createForecasts(
  { database: { orm }, clock, config }: Pick<AppDeps, 'database' | 'clock' | 'config'>,
  usualTimesOf: UsualTimesOf,
) {
  const { timezone: zone } = config

  function* forecastOf(row: UnderwayRow, sample: Sample): Generator<void, OperationForecast> {
    const operation = {
      operationType: row.operation_type,
      newestStepType: row.newest_step_type,
      newestStepAt: row.newest_step_at,
      hasStopped: row.has_stopped,
      placeId: row.place_id,
      origin: originOf(row),
    }
    return {
      operationKey: row.operation_key,
      milestone: milestoneAfter(row.operation_type, row.newest_step_type),
      steps: yield* forecast(operation, sample, clock.now()),
    }
  }

  function* forecastsOf(rows: readonly UnderwayRow[], sample: Sample): Generator<void, OperationForecast[]> {
    const found: OperationForecast[] = []
    for (const row of rows) found.push(yield* forecastOf(row, sample))
    return found
  }

  return {
    /** Of each active operation. */
    async ofSupervisor(scope: SupervisorScope): Promise<readonly OperationForecast[]> {
      const [rows, { sample }] = await Promise.all([listUnderway(orm, scope), usualTimesOf(scope)])
      return inTurns(scope, forecastsOf(rows, sample))
    },

    /** Of one operation; null: it is not active. */
    async ofOperation(scope: SupervisorScope, operationKey: string): Promise<OperationForecast | null> {
      const [[row], { sample }] = await Promise.all([
        listUnderway(orm, scope, operationKey),
        usualTimesOf(scope),
      ])
      return row ? inTurns(scope, forecastOf(row, sample)) : null
    },

    /** How the forecasts of a month (`yyyy-MM`; null: the current one) turned out, from four weeks before the month on. */
    async calibration(
      scope: SupervisorScope,
      asked: string | null,
    ): Promise<{ month: string; steps: readonly Calibration[] }> {
      const month = asked ?? monthOf(clock.now(), zone)
      const period = monthPeriod(month, zone)
      const trips = await readTrips(orm, scope, { since: period.from, until: period.to })
      return { month, steps: await inTurns(scope, calibrate(trips, period.from)) }
    },
  }
}
