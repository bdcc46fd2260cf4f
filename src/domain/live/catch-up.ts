/**
 * The live channel's arithmetic. Messages are hints that carry a supervisor's sequence number; what the server
 * stored is the truth. A client keeps the highest number up to which it has everything, and asks for what lies
 * between when a number jumps.
 */
export interface Cursor {
  /** Everything up to and including this number is known. */
  upTo: number
  /** Numbers above `upTo` that came early, ascending. */
  early: readonly number[]
}

export const cursorAt = (upTo: number): Cursor => ({ upTo, early: [] })

/** Whether this number was already taken in: showing it again would show it twice. */
export function isKnown(cursor: Cursor, seq: number): boolean {
  return seq <= cursor.upTo || cursor.early.includes(seq)
}

/** The cursor after `seq` has been taken in, in whatever order it came. */
export function take(cursor: Cursor, seq: number): Cursor {
  if (isKnown(cursor, seq)) return cursor
  const early = [...cursor.early, seq].sort((a, b) => a - b)
  let upTo = cursor.upTo
  while (early[0] === upTo + 1) {
    upTo++
    early.shift()
  }
  return { upTo, early }
}

/** Whether something is missing below a number that has already come; `announced` is what the server says it has. */
export function hasGap(cursor: Cursor, announced = 0): boolean {
  return cursor.early.length > 0 || announced > cursor.upTo
}

/** The cursor after a snapshot that holds everything up to `seq`. */
export function caughtUp(cursor: Cursor, seq: number): Cursor {
  if (seq <= cursor.upTo) return cursor
  return cursor.early.filter((n) => n > seq).reduce(take, cursorAt(seq))
}
