/** With fewer samples a percentile is mostly chance. */
export const ENOUGH_SAMPLES = 20

/** A range rests on at least so many steps that lasted as long as this one has. */
const ENOUGH_LONGER = 5

/** How much longer a step usually takes, in seconds; `overdue`: hardly any lasted as long as it has. */
export type UsualTime = { overdue: true } | { overdue: false; fromSeconds: number; toSeconds: number }

/**
 * What is usual for a step that has lasted `elapsedSeconds`: the 25th to the 75th percentile (nearest rank) of those that
 * lasted at least as long, less what has passed. `lengths`: seconds of earlier ones, ascending. Null: too little history.
 */
export function usualTime(lengths: readonly number[], elapsedSeconds: number): UsualTime | null {
  if (lengths.length < ENOUGH_SAMPLES) return null
  const longer = lengths.filter((length) => length >= elapsedSeconds)
  if (longer.length < ENOUGH_LONGER) return { overdue: true }
  const rank = (share: number): number => longer[Math.ceil(share * longer.length) - 1] ?? elapsedSeconds
  return {
    overdue: false,
    fromSeconds: rank(0.25) - elapsedSeconds,
    toSeconds: rank(0.75) - elapsedSeconds,
  }
}
