import { STEP_HISTORY_DAYS } from '#contract/http/step-percentiles'
import { type Calibration, calibrate } from '#domain/forecast/calibration'
import { forecast, milestoneAfter, type StepForecast } from '#domain/forecast/forecast'
import { recordOf, type SpanRecord, type Trip } from '#domain/forecast/record'
import { placeOf } from '#domain/geo/place-name'
import type { StepType } from '#domain/operation/steps'
import { hourOf, monthOf, monthPeriod } from '#domain/time/zone'
import { createKept } from '../../../adapters/kept.ts'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { listUnderway, readTrips, type TripRow, type UnderwayRow } from '../../../record/read/trips.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Four weeks of trips hardly move in a quarter of an hour. */
const KEPT_MS = 15 * 60 * 1000
/** Records of supervisors; the oldest is forgotten. */
const MOST_KEPT = 200

export interface OperationForecast {
  operationKey: string
  /** The next arrival or departure. */
  milestone: StepType | null
  steps: readonly StepForecast[]
}

export type Forecasts = ReturnType<typeof createForecasts>

/** Forecasts from a supervisor's own trips, whose record is kept for a while. */
export function createForecasts({ database, clock, config }: Pick<AppDeps, 'database' | 'clock' | 'config'>) {
  const { orm } = database
  const { timezone: zone } = config
  const kept = createKept<number, SpanRecord>({ forMs: KEPT_MS, most: MOST_KEPT, now: () => clock.now() })

  const recordFor = (scope: SupervisorScope): Promise<SpanRecord> =>
    kept(scope.supervisorId, async () => {
      const now = clock.now()
      const from = new Date(now - STEP_HISTORY_DAYS * DAY_MS)
      return recordOf((await readTrips(orm, scope, { from, before: new Date(now), zone })).map(tripOf))
    })

  const forecastOf = (row: UnderwayRow, record: SpanRecord): OperationForecast => ({
    operationKey: row.operation_key,
    milestone: milestoneAfter(row.operation_type, row.newest_step_type),
    steps: forecast(
      {
        operationType: row.operation_type,
        newestStepType: row.newest_step_type,
        newestStepAt: row.newest_step_at,
        newestStepHour: hourOf(row.newest_step_at, zone),
        placeId: row.place_id,
        origin: originOf(row),
      },
      record,
      clock.now(),
    ),
  })

  return {
    /** Of each active operation. */
    async ofSupervisor(scope: SupervisorScope): Promise<readonly OperationForecast[]> {
      const [rows, record] = await Promise.all([listUnderway(orm, scope), recordFor(scope)])
      return rows.map((row) => forecastOf(row, record))
    },

    /** Of one operation; null: it is not active. */
    async ofOperation(scope: SupervisorScope, operationKey: string): Promise<OperationForecast | null> {
      const [[row], record] = await Promise.all([listUnderway(orm, scope, operationKey), recordFor(scope)])
      return row ? forecastOf(row, record) : null
    },

    /** How the forecasts of a month (`yyyy-MM`; null: the current one) turned out, from four weeks before the month on. */
    async calibration(
      scope: SupervisorScope,
      asked: string | null,
    ): Promise<{ month: string; steps: readonly Calibration[] }> {
      const month = asked ?? monthOf(clock.now(), zone)
      const period = monthPeriod(month, zone)
      const from = new Date(period.from - STEP_HISTORY_DAYS * DAY_MS)
      const trips = await readTrips(orm, scope, { from, before: new Date(period.to), zone })
      return { month, steps: calibrate(trips.map(tripOf), period.from) }
    },
  }
}

/** The town that a trip set out from, or the nearest within 60 km. */
const originOf = ({ lat, lng }: { lat: number | null; lng: number | null }): string | null =>
  lat === null || lng === null ? null : (placeOf({ lat, lng })?.name ?? null)

function tripOf(row: TripRow): Trip {
  const reached = new Map<StepType, { at: number; hour: number }>()
  row.steps.forEach((step, index) => {
    const at = row.times[index]
    const hour = row.hours[index]
    if (at !== undefined && hour !== undefined) reached.set(step, { at, hour })
  })
  return { operationType: row.operation_type, placeId: row.place_id, origin: originOf(row), reached }
}
