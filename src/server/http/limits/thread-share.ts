import { nextTurn } from '../../adapters/thread/turns.ts'

/** The requests that begin in one turn of the event loop have so long together: about ten of the usual kind. */
const SHARE_MS = 2

/**
 * Lets requests begin for a share of each turn of the event loop; the others wait for a later turn, one of each key in turn.
 * Without it a turn is as long as a flood wants: each of a hundred connections brings a request, all are judged and asked of
 * the database at once, and a press of another company waits for three or four such turns.
 * Returns the function that calls `begin`, at once or in a later turn, in the order of the key's calls.
 */
export function createThreadShare<Key>(
  /** Monotonic milliseconds. */
  elapsed: () => number = () => performance.now(),
  later: (act: () => void) => void = nextTurn,
): (key: Key, begin: () => void) => void {
  /** Those that wait; whose turn it is stands first. */
  const lines = new Map<Key, (() => void)[]>()
  /** When the share of this turn is used up; null: nothing has begun in it. */
  let until: number | null = null

  function isOver(): boolean {
    if (until === null) {
      later(resume)
      until = elapsed() + SHARE_MS
    }
    return elapsed() >= until
  }

  function resume(): void {
    until = null
    for (const [key, line] of lines) {
      if (isOver()) return
      lines.delete(key)
      const begin = line.shift()
      // At the end: this loop comes to it again after the others.
      if (line.length > 0) lines.set(key, line)
      begin?.()
    }
  }

  return (key, begin) => {
    if (lines.size === 0 && !isOver()) return begin()
    const line = lines.get(key)
    if (line) line.push(begin)
    else lines.set(key, [begin])
  }
}

/**
 * By tenant, and by network where nobody is signed in. Of this process: it has one event loop.
 */
export const beginInShare = createThreadShare<number | string>()
