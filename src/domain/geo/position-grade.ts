/** A position older than this at the press, or less exact, says where the truck was or about where it is. */
export const FIX_GOOD_SECONDS = 60
export const FIX_GOOD_METRES = 500

export const POSITION_GRADES = ['good', 'poor'] as const
export type PositionGrade = (typeof POSITION_GRADES)[number]

/** What a phone tells of a fix; null: it did not tell. */
export interface Exactness {
  /** Radius of 68 % confidence, metres. */
  accuracy: number | null
  /** Seconds between the fix and the press. */
  fixAgeSeconds: number | null
}

/**
 * How far a position may be trusted. What was not told counts for nothing: a mark on every position of every phone that
 * tells neither would warn of nothing.
 */
export function positionGrade({ accuracy, fixAgeSeconds }: Exactness): PositionGrade {
  return (accuracy ?? 0) > FIX_GOOD_METRES || (fixAgeSeconds ?? 0) > FIX_GOOD_SECONDS ? 'poor' : 'good'
}
