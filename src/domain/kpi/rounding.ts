/**
 * `numerator / denominator` to one decimal, halves away from zero towards more. Whole numbers go in, so that the only
 * rounding is the one that people see: 85.75 is 85.8 here, in SQL and on paper.
 */
export function oneDecimal(numerator: number, denominator = 1): number {
  return denominator === 0 ? 0 : Math.round((numerator * 10) / denominator) / 10
}

/** Part of a whole in percent, one decimal, at most 100; of nothing it is 0. */
export function percentOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, oneDecimal(part * 100, whole))
}
