import { suggestCorrection } from '#domain/container/correction'
import {
  containerNumberWarnings,
  isContainerNumber,
  normalizeContainerNumber,
} from '#domain/container/number'
import { readContainerNumber } from '#domain/container/read'
import { operationText as text } from '../../../../text/driver.ts'

const CONTAINER_NUMBER_LENGTH = 11

const LETTERS = 4
const SERIAL_END = 10

/** What is typed so far, grouped as on the box: `MSKU 123456 5`. */
export const groupedTyping = (value: string): string =>
  [value.slice(0, LETTERS), value.slice(LETTERS, SERIAL_END), value.slice(SERIAL_END)]
    .filter((group) => group !== '')
    .join(' ')

/** Where the caret stands in the grouped text after `count` characters of the number. */
export const caretAfter = (count: number): number =>
  count + (count > LETTERS ? 1 : 0) + (count > SERIAL_END ? 1 : 0)

/** Which keyboard the next character needs: letters first, then digits. `count`: characters before the caret. */
export const keyboardAfter = (count: number): 'text' | 'numeric' => (count < LETTERS ? 'text' : 'numeric')

export interface Typed {
  value: string
  /** Characters of the number before the caret. */
  count: number
}

/**
 * The number after a change of the field. Takes any spelling, and of a longer text the number in it: a keyboard's text
 * scan gives all that stands on the box. A deleted space deletes the character beside it: else the key would do nothing.
 */
export function typed(before: string, text: string, selection: number, forward: boolean): Typed {
  const all = normalizeContainerNumber(text)
  const read = all.length > CONTAINER_NUMBER_LENGTH ? readContainerNumber(text) : null
  if (read !== null) return { value: read, count: CONTAINER_NUMBER_LENGTH }
  const value = all.slice(0, CONTAINER_NUMBER_LENGTH)
  const count = Math.min(normalizeContainerNumber(text.slice(0, selection)).length, value.length)
  const spaceOnly = value === before && text.length === groupedTyping(before).length - 1
  if (!spaceOnly) return { value, count }
  const at = forward ? count : count - 1
  return { value: value.slice(0, at) + value.slice(at + 1), count: at }
}

/** Why a container number cannot be sent; null when it can. */
export function containerNumberError(value: string): string | null {
  if (value === '') return text.containerRequired
  return isContainerNumber(value) ? null : text.containerFormat
}

export interface ContainerAdvice {
  warning: string
  /** The one number that was probably meant. */
  correction: string | null
}

/** Warnings by ISO 6346 for a complete number. They never block: boxes without a check digit exist. */
export function containerAdvice(value: string): ContainerAdvice | null {
  // Eleven characters may be one misread letter away from a number (O for 0).
  if (value.length !== CONTAINER_NUMBER_LENGTH) return null
  const correction = suggestCorrection(value)
  if (!isContainerNumber(value))
    return correction === null ? null : { warning: text.containerFormat, correction }
  const warnings = containerNumberWarnings(value)
  if (warnings.length === 0) return null
  return {
    warning: warnings.includes('check_digit') ? text.checkDigitWarning : text.categoryWarning,
    correction,
  }
}
