import type { SupervisorMetricsResponse } from '#contract/http/console/admin'

const words = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

export type OperatorMetrics = SupervisorMetricsResponse['metrics']['operators'][number]

/** Active operators first, then by trips, most first. */
export function rankOperators(operators: readonly OperatorMetrics[]): OperatorMetrics[] {
  return [...operators].sort(
    (a, b) =>
      Number(b.isActive) - Number(a.isActive) ||
      b.tripsCount - a.tripsCount ||
      words.compare(a.displayName, b.displayName),
  )
}

/** Active operators as a share of the limit, without decimals. */
export function utilizationText(active: number, limit: number): string {
  return `${limit > 0 ? Math.round((100 * active) / limit) : 0}%`
}

/** One decimal. */
export const hoursText = (hours: number): string => hours.toFixed(1)

export function hasMetrics(answer: SupervisorMetricsResponse | null | undefined): boolean {
  if (!answer?.metrics || !answer.supervisor) return false
  const { totalTrips, totalSessions, totalContainers, totalHours, totalSharedLinks, operators } =
    answer.metrics
  const uses = Object.values(answer.premium.uses).flatMap((of) => Object.values(of))
  return (
    operators.length > 0 ||
    totalTrips + totalSessions + totalContainers + totalHours + totalSharedLinks > 0 ||
    uses.some((figure) => figure > 0)
  )
}

/** Widths in percent of the longest; all 0 when the longest is 0. */
export function shares(values: readonly number[]): number[] {
  const most = Math.max(0, ...values)
  return values.map((value) => (most > 0 ? (100 * value) / most : 0))
}
