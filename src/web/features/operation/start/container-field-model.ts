import { suggestCorrection } from '#domain/container/correction'
import { containerNumberWarnings, isContainerNumber } from '#domain/container/number'
import { operationText as text } from '../../../text/operation.ts'

export const CONTAINER_NUMBER_LENGTH = 11

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
