/** The server's clock. The domain never reads one; tests use a fixed one. Epoch milliseconds. */
export interface Clock {
  /** What the machine says: for what is recorded. No clock refuses a step, so this one is never doubted. */
  now(): number
  /**
   * For what ends by time (sessions, premium, links) and for jobs. The same, unless the machine's clock is in doubt: then
   * the last time that was not, and what has passed since by the monotonic clock.
   */
  steady(): number
  inDoubt(): boolean
}

/** One that is never in doubt. */
export const plainClock = (now: () => number): Clock => ({ now, steady: now, inDoubt: () => false })

/** For a link that opens an account or makes one: in doubt it ends too early rather than too late. It is made by `steady`. */
export const strictTime = (clock: Pick<Clock, 'now' | 'steady'>): number =>
  Math.max(clock.now(), clock.steady())

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** More than any machine with NTP is off, less than anything here ends by. */
const MOST_OFFSET_MS = 5 * MINUTE_MS
/** Between two readings: no suspended machine, and no correction, that we must trust jumps further. */
const MOST_JUMP_MS = DAY_MS
/** From the last time that an earlier start knew: a product may have been off for so long. */
const MOST_PAUSE_MS = 30 * DAY_MS

/** `ahead`: of what the monotonic clock expects. `behind`: of a time that was right. `database`: apart from its clock. */
export type Doubt = 'ahead' | 'behind' | 'database'

export interface WatchedClock extends Clock {
  doubt(): Doubt | null
  /** Takes what an earlier start last knew to be right; null: nothing is known. `confirmed`: a day on which a person says the clock is right. */
  begin(known: number | null, confirmed: number | null): void
  /** Reads the clock; when it is not in doubt, this is the new last right time. */
  beat(): void
  /** How much the machine's clock is ahead of the database's. */
  compared(offsetMs: number): void
}

/** The machine's clock, watched. `wall` and `elapsed` are replaced in tests. */
export function watchedClock({
  wall = Date.now,
  elapsed = () => performance.now(),
}: {
  wall?: () => number
  elapsed?: () => number
} = {}): WatchedClock {
  /** A time that was right, when by the monotonic clock, and how far ahead of it the next may be. */
  let right = { at: wall(), elapsed: elapsed(), mostAhead: MOST_JUMP_MS }
  let offset = 0

  const expected = (): number => right.at + (elapsed() - right.elapsed)

  function doubtOf(now: number): Doubt | null {
    if (now - expected() > right.mostAhead) return 'ahead'
    if (now < right.at - MOST_OFFSET_MS) return 'behind'
    return Math.abs(offset) > MOST_OFFSET_MS ? 'database' : null
  }

  const trust = (now: number): void => {
    right = { at: now, elapsed: elapsed(), mostAhead: MOST_JUMP_MS }
  }

  return {
    now: wall,
    steady() {
      const now = wall()
      const doubt = doubtOf(now)
      if (doubt === null) return now
      // Nobody knows which of the two is right: the earlier ends nothing too early.
      return doubt === 'database' ? Math.min(now, now - offset) : expected()
    },
    inDoubt: () => doubtOf(wall()) !== null,
    doubt: () => doubtOf(wall()),
    begin(known, confirmed) {
      const now = wall()
      const isConfirmed = confirmed !== null && now > confirmed - DAY_MS && now < confirmed + MOST_PAUSE_MS
      if (known === null || isConfirmed) trust(now)
      else right = { at: known, elapsed: elapsed(), mostAhead: MOST_PAUSE_MS }
      if (doubtOf(now) === null) trust(now)
    },
    beat() {
      const now = wall()
      if (doubtOf(now) === null) trust(now)
    },
    compared(offsetMs) {
      offset = offsetMs
    },
  }
}
