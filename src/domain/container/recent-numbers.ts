import { isContainerNumber } from './number.ts'

/** Container numbers that a browser keeps, most recent first, each once. */
export type RecentNumbers = readonly string[]

export const RECENT_NUMBERS = 10

/** The valid entries of what was stored. */
export function parseNumbers(stored: unknown): RecentNumbers {
  if (!Array.isArray(stored)) return []
  const numbers = stored.filter(
    (entry): entry is string => typeof entry === 'string' && isContainerNumber(entry),
  )
  return [...new Set(numbers)].slice(0, RECENT_NUMBERS)
}

export function remember(numbers: RecentNumbers, containerNumber: string): RecentNumbers {
  return [containerNumber, ...numbers.filter((entry) => entry !== containerNumber)].slice(0, RECENT_NUMBERS)
}
