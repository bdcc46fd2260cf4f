/**
 * While connections come in, work waits for so long, and then one has its turn. libuv accepts one connection in each turn of
 * the event loop: behind a thousand of a stranger's, in turns of ten milliseconds, a phone's would wait for ten seconds.
 */
const ACCEPT_MS = 25

export interface Turns {
  /** Calls `work` in a later turn of the event loop, which no other such work shares, in the order of the calls. */
  nextTurn(work: () => void): void
  /** A connection was accepted: there may be more. */
  accepted(): void
}

export function createTurns(
  /** Monotonic milliseconds. */
  elapsed: () => number = () => performance.now(),
  immediate: (act: () => void) => void = setImmediate,
): Turns {
  const waiting: (() => void)[] = []
  let isAccepting = false
  /** Until when what waits lets connections in; null: something has had its turn since. */
  let acceptUntil: number | null = null

  function turn(): void {
    if (isAccepting) {
      isAccepting = false
      acceptUntil ??= elapsed() + ACCEPT_MS
      if (elapsed() < acceptUntil) {
        immediate(turn)
        return
      }
    }
    acceptUntil = null
    const work = waiting.shift()
    if (waiting.length > 0) immediate(turn)
    work?.()
  }

  return {
    nextTurn(work) {
      waiting.push(work)
      if (waiting.length === 1) immediate(turn)
    },
    accepted() {
      isAccepting = true
    },
  }
}

/** Of this process: it has one event loop. */
export const { nextTurn, accepted } = createTurns()
