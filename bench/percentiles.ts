/** Nearest rank: the smallest figure that at least `percent` of all do not exceed. */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

export const rank = (figures: readonly number[], percent: number): number =>
  percentile(
    [...figures].sort((a, b) => a - b),
    percent,
  )

export const median = (figures: readonly number[]): number => rank(figures, 50)

export interface Spread {
  count: number
  p50: number
  p90: number
  p99: number
  max: number
}

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b)
  return {
    count: sorted.length,
    p50: percentile(sorted, 50),
    p90: percentile(sorted, 90),
    p99: percentile(sorted, 99),
    max: percentile(sorted, 100),
  }
}

/** One row of a table, in milliseconds. */
export function spreadLine(name: string, { count, p50, p90, p99, max }: Spread): string {
  const ms = (figure: number) => figure.toFixed(1).padStart(7)
  return `${name.padEnd(34)} p50 ${ms(p50)}  p90 ${ms(p90)}  p99 ${ms(p99)}  max ${ms(max)} ms  (${count})`
}
