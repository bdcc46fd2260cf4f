/**
 * Container numbers: four letters and seven digits. In ISO 6346 the last digit is a check digit and the fourth letter
 * the equipment category. The shape is required. Digit and category only warn: boxes without a check digit exist, and
 * the driver types what is painted on the box.
 */

export const CONTAINER_NUMBER_PATTERN = /^[A-Z]{4}[0-9]{7}$/

export function isContainerNumber(text: string): boolean {
  return CONTAINER_NUMBER_PATTERN.test(text)
}

/** Typed text in capitals and without separators; guesses nothing. */
export function normalizeContainerNumber(text: string): string {
  return text.toUpperCase().replace(/[\s\-./]/g, '')
}

/** ISO 6346 value of a character: A is 10 and counting goes on without the multiples of 11. */
function characterValue(character: string): number {
  const code = character.charCodeAt(0)
  if (code <= 57) return code - 48
  const position = code - 65
  return 10 + position + Math.floor((position + 9) / 10)
}

/** The check digit that the first ten characters of a well-shaped number require. */
export function checkDigit(containerNumber: string): number {
  let sum = 0
  for (let i = 0; i < 10; i++) sum += characterValue(containerNumber.charAt(i)) * 2 ** i
  return (sum % 11) % 10
}

export type ContainerNumberWarning = 'check_digit' | 'category'

/** What breaks ISO 6346 in a well-shaped number; empty: nothing. */
export function containerNumberWarnings(containerNumber: string): ContainerNumberWarning[] {
  const warnings: ContainerNumberWarning[] = []
  if (checkDigit(containerNumber) !== Number(containerNumber.charAt(10))) warnings.push('check_digit')
  if (!'UJZ'.includes(containerNumber.charAt(3))) warnings.push('category')
  return warnings
}
