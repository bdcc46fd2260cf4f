import type { CorrectionKind } from './correct.ts'

/** The correction of this kind that counts: the newest. `corrections` newest first; `position` null: of the operation. */
export const newestCorrection = <C extends { kind: CorrectionKind; eventPosition: number | null }>(
  corrections: readonly C[],
  kind: CorrectionKind,
  position: number | null = null,
): C | null => corrections.find((each) => each.kind === kind && each.eventPosition === position) ?? null
