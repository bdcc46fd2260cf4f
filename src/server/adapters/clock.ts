/** The server's clock. The domain never reads one; tests use a fixed one. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
