import { nextTurn } from './turns.ts'

/** Of one turn of the event loop, all work together has so long: a press waits for a few turns, and for nothing else in them. */
const SHARE_MS = 3

/** When the share of this turn is used up, by `performance.now()`; null: nothing has begun in this turn. */
let until: number | null = null
const waiting: (() => void)[] = []

function begin(): number {
  nextTurn(resume)
  until = performance.now() + SHARE_MS
  return until
}

/** One of those that wait, in the order in which they came. It may end early or never come back: the next has its turn anyway. */
function resume(): void {
  until = null
  const next = waiting.shift()
  if (next === undefined) return
  begin()
  next()
}

const isOver = (): boolean => performance.now() >= (until ?? begin())

/** Resolves in a later turn of the event loop, which no other work shares but what begins in it. */
export const nextShare = (): Promise<void> =>
  new Promise((resolve) => {
    if (until === null) begin()
    waiting.push(resolve)
  })

/**
 * Runs to its end what yields where it may rest. All such work of the process shares three milliseconds of each turn of the
 * event loop, so that ten requests hold the thread for no longer than one.
 */
export async function inTurns<T>(work: Iterator<void, T>): Promise<T> {
  for (;;) {
    if (isOver()) await nextShare()
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (!isOver())
  }
}

/** `map`, in turns. */
export const mapInTurns = <T, R>(items: readonly T[], mapped: (item: T) => R): Promise<R[]> =>
  inTurns(
    (function* () {
      const found: R[] = []
      for (const item of items) {
        found.push(mapped(item))
        yield
      }
      return found
    })(),
  )
