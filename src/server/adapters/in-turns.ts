import { setImmediate } from 'node:timers/promises'

/** Long beside a turn of the event loop, short beside what a press may wait. */
const SLICE_MS = 10

/** Runs to its end what yields where it may rest, and lets others have the thread every ten milliseconds. */
export async function inTurns<T>(work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < until)
    await setImmediate()
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
