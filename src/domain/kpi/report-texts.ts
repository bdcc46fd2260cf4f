import { PARK_TIMINGS, type ParkTimingName } from './park-timings.ts'
import { distanceText, FAILED_TEXT, minutesText, percentText } from './texts.ts'

interface Named {
  name: string
  value: number
}

/** The figures of a report; null: the calculation failed. */
export interface ReportedFigures {
  averageTripDuration: { text: string } | null
  deadTime: { percent: number } | null
  distanceKm: number | null
  productive: { ratioPercent: number } | null
  parkTimings: Record<ParkTimingName, { mean: number; p50: number; p90: number }> | null
  eventTypes: readonly Named[] | null
  operationStatuses: readonly Named[] | null
  /** How many corrections the figures rest on. */
  corrections?: number | null | undefined
}

const named = (rows: readonly Named[] | null): Named[] =>
  (rows ?? []).map(({ name, value }) => ({ name, value }))

/** The figures as a report shows them. */
export function reportTexts(figures: ReportedFigures) {
  const { averageTripDuration, deadTime, distanceKm, productive, parkTimings } = figures
  return {
    averageTripDuration: averageTripDuration?.text ?? FAILED_TEXT,
    deadTimePercentage: deadTime ? percentText(deadTime.percent) : FAILED_TEXT,
    totalDistance: distanceKm === null ? FAILED_TEXT : distanceText(distanceKm),
    productiveTimeRatio: productive ? percentText(productive.ratioPercent) : FAILED_TEXT,
    parkTimings: Object.fromEntries(
      PARK_TIMINGS.map((name) => [name, parkTimings ? minutesText(parkTimings[name].mean) : FAILED_TEXT]),
    ) as Record<ParkTimingName, string>,
    ...(parkTimings ? { parkPercentiles: percentiles(parkTimings) } : {}),
    ...(figures.corrections ? { corrections: figures.corrections } : {}),
    eventTypes: named(figures.eventTypes),
    operationStatuses: named(figures.operationStatuses),
  }
}

const percentiles = (timings: NonNullable<ReportedFigures['parkTimings']>) =>
  Object.fromEntries(
    PARK_TIMINGS.map((name) => {
      const { p50, p90 } = timings[name]
      return [name, { p50: minutesText(p50), p90: minutesText(p90) }]
    }),
  ) as Record<ParkTimingName, { p50: string; p90: string }>
