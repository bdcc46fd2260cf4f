/**
 * Gap detection for the live channel. Messages are hints with a supervisor's sequence number; the database is the
 * truth. A client keeps the highest number up to which it has everything, and fetches what is missing when a number
 * jumps.
 */
export interface Cursor {
  /** Everything up to and including this number is known. */
  upTo: number
  /** Numbers above `upTo` that arrived out of order, ascending. */
  early: readonly number[]
}

export const cursorAt = (upTo: number): Cursor => ({ upTo, early: [] })

/** Whether this number was applied before: a duplicate. */
export function isKnown(cursor: Cursor, seq: number): boolean {
  return seq <= cursor.upTo || cursor.early.includes(seq)
}

/** The cursor after `seq` was applied; numbers may come in any order. */
export function take(cursor: Cursor, seq: number): Cursor {
  // The usual case, without building a list.
  if (seq === cursor.upTo + 1 && cursor.early.length === 0) return { upTo: seq, early: cursor.early }
  if (isKnown(cursor, seq)) return cursor
  const early = [...cursor.early, seq].sort((a, b) => a - b)
  let upTo = cursor.upTo
  while (early[0] === upTo + 1) {
    upTo++
    early.shift()
  }
  return { upTo, early }
}

/** Whether a number is missing below one that has come; `announced`: the newest number that the server reports. */
export function hasGap(cursor: Cursor, announced = 0): boolean {
  return cursor.early.length > 0 || announced > cursor.upTo
}

/** The cursor after a snapshot that holds everything up to `seq`. */
export function caughtUp(cursor: Cursor, seq: number): Cursor {
  if (seq <= cursor.upTo) return cursor
  return cursor.early.filter((n) => n > seq).reduce(take, cursorAt(seq))
}
