/** A position that is older at the press, or less exact, is graded poor. */
const FIX_GOOD_SECONDS = 60
const FIX_GOOD_METRES = 500

export const POSITION_GRADES = ['good', 'poor'] as const
export type PositionGrade = (typeof POSITION_GRADES)[number]

/** What a phone reports about a fix; null: not reported. */
export interface Exactness {
  /** Radius of 68 % confidence, metres. */
  accuracy: number | null
  /** Seconds between the fix and the press. */
  fixAgeSeconds: number | null
}

/** How far a position may be trusted. Unknown age or accuracy does not count against it: old phones report neither. */
export function positionGrade({ accuracy, fixAgeSeconds }: Exactness): PositionGrade {
  return (accuracy ?? 0) > FIX_GOOD_METRES || (fixAgeSeconds ?? 0) > FIX_GOOD_SECONDS ? 'poor' : 'good'
}
