import type {
  CalibrationResponse,
  ForecastsResponse,
  StepForecastResponse,
} from '#contract/http/public/forecasts'
import type { Calibration } from '#domain/forecast/calibration'
import type { StepForecast } from '#domain/forecast/forecast'
import type { OperationForecast } from './service.ts'

const FIVE_MINUTES = 5 * 60_000

/** Whole five minutes around the range: it promises nothing more exact. */
function around({ fromAt, toAt }: { fromAt: number; toAt: number }): { fromAt: string; toAt: string } {
  const from = Math.floor(fromAt / FIVE_MINUTES)
  const to = Math.max(from + 1, Math.ceil(toAt / FIVE_MINUTES))
  return {
    fromAt: new Date(from * FIVE_MINUTES).toISOString(),
    toAt: new Date(to * FIVE_MINUTES).toISOString(),
  }
}

export const presentStepForecast = (forecast: StepForecast): StepForecastResponse => ({
  step: forecast.step,
  kind: forecast.kind,
  ...(forecast.kind === 'range' ? around(forecast) : { fromAt: null, toAt: null }),
})

export const presentForecast = ({
  operationKey,
  milestone,
  steps,
}: OperationForecast): ForecastsResponse[number] => ({
  containerId: operationKey,
  milestone,
  steps: steps.map(presentStepForecast),
})

export const presentCalibration = ({
  step,
  announced,
  byEarly,
  byLate,
  unknown,
}: Calibration): CalibrationResponse['steps'][number] => ({ step, announced, byEarly, byLate, unknown })
