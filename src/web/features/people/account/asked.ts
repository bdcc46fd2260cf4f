import { readStored, writeStored } from '../../../lib/storage.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

const keyOf = (userId: number): string => `confirm-email-put-off.${userId}`

/** Whether this browser may ask this user for the proof of their address: not for a week after they put it off. */
export function mayAsk(userId: number, now: number): boolean {
  const putOffAt = readStored(keyOf(userId))
  return typeof putOffAt !== 'number' || now - putOffAt >= WEEK_MS
}

export const putOff = (userId: number, now: number): boolean => writeStored(keyOf(userId), now)
