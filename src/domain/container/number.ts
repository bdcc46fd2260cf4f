/**
 * Container numbers: four letters and seven digits. ISO 6346 gives the last digit as a check digit and the fourth
 * letter as the equipment category. The shape is required; digit and category only warn, because boxes without
 * a check digit exist and the driver reads what is painted on them.
 */

const SHAPE = /^[A-Z]{4}[0-9]{7}$/

export const CONTAINER_NUMBER_PATTERN = SHAPE

export function isContainerNumber(text: string): boolean {
  return SHAPE.test(text)
}

/** What a person typed, as close to a container number as can be said without guessing: capitals, no separators. */
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

/** The check digit that the first ten characters of a well-shaped number ask for. */
export function checkDigit(containerNumber: string): number {
  let sum = 0
  for (let i = 0; i < 10; i++) sum += characterValue(containerNumber.charAt(i)) * 2 ** i
  return (sum % 11) % 10
}

export type ContainerNumberWarning = 'check_digit' | 'category'

/** What ISO 6346 says against a well-shaped number; empty when nothing. */
export function containerNumberWarnings(containerNumber: string): ContainerNumberWarning[] {
  const warnings: ContainerNumberWarning[] = []
  if (checkDigit(containerNumber) !== Number(containerNumber.charAt(10))) warnings.push('check_digit')
  if (!'UJZ'.includes(containerNumber.charAt(3))) warnings.push('category')
  return warnings
}
