/**
 * `numerator / denominator` to one decimal, halves up (85.75 is 85.8); 0 when the denominator is 0. Takes integers, so
 * it rounds once.
 */
export function oneDecimal(numerator: number, denominator = 1): number {
  return denominator === 0 ? 0 : Math.round((numerator * 10) / denominator) / 10
}

/** `part` of `whole` in percent, one decimal, at most 100; 0 when `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, oneDecimal(part * 100, whole))
}
