/** How long a driver may take back an own press, from when the server recorded it. */
export const RETRACTION_MS = 60_000

/** How late a retraction may arrive that was pressed within that minute, on a phone without a network. */
const LATE_RETRACTION_MS = 24 * 60 * 60_000

/**
 * A phone that is back asks several things at once, and its retraction is one of them: what the server has heard from it
 * for no longer than this is the same return.
 */
export const RETURN_MS = 30_000

/** A driver's retraction of a press that counts, as the server knows it. Epoch milliseconds by the server's clock. */
export interface DriversRetraction {
  /** When it reaches the server. */
  now: number
  /** When the server recorded the press. */
  pressRecordedAt: number
  /** When the driver took it back, as the phone says; null: the phone says nothing. */
  claimedAt: number | null
  /** When the driver's newest press was recorded, or taken back, if later; null: it is of another operation. */
  newestAt: number | null
  /** The first request of this driver's phones after the minute of their newest press; null: none. */
  heardAt: number | null
  /** An evidence pack with this operation was issued. */
  isInPack: boolean
}

export type RetractionRefusal = 'too_late' | 'day_over' | 'pressed_since' | 'heard_since' | 'pack_issued'

/**
 * Why the retraction does not count; null: it counts. Within the minute by the server's clock it always does. After it
 * there is only the word of the phone, which counts as long as nothing that the server knows speaks against it.
 */
export function retractionRefusal(retraction: DriversRetraction): RetractionRefusal | null {
  const { now, pressRecordedAt, claimedAt, newestAt, heardAt, isInPack } = retraction
  if (now - pressRecordedAt <= RETRACTION_MS) return null
  if (claimedAt === null || claimedAt - pressRecordedAt > RETRACTION_MS) return 'too_late'
  if (now - pressRecordedAt > LATE_RETRACTION_MS) return 'day_over'
  // Several may be taken back one after the other, but all within the minute of the first.
  if (newestAt === null || newestAt - pressRecordedAt > RETRACTION_MS) return 'pressed_since'
  // Who has a network sends a retraction within the minute.
  if (heardAt !== null && now - heardAt > RETURN_MS) return 'heard_since'
  return isInPack ? 'pack_issued' : null
}

/** Whether a retraction waited on a phone without a network: it came more than a minute after press or undoing. */
export const cameLate = ({
  now,
  pressRecordedAt,
  claimedAt,
}: Pick<DriversRetraction, 'now' | 'pressRecordedAt' | 'claimedAt'>): boolean =>
  claimedAt !== null && now - Math.min(claimedAt, pressRecordedAt) > RETRACTION_MS
