import { createThreadShare } from './share.ts'

/** Of one turn of the event loop, all work together has two milliseconds: a press waits for a few turns, and for nothing else in them. */
const { begin, isOver } = createThreadShare(2)

/** A scope is one; null: the product. */
export type Worker = { readonly supervisorId: number } | null

/**
 * Runs to its end what yields where it may rest. All such work of the process shares two milliseconds of each turn of the
 * event loop, so that ten requests hold the thread for no longer than one; and they go to the tenant who had the thread for
 * the shortest time, so that the page of a small company does not wait for ten files of a large one.
 */
export const inTurns = <T>(worker: Worker, work: Iterator<void, T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const whose = worker?.supervisorId ?? null
    function goOn(): void {
      try {
        for (let step = work.next(); ; step = work.next()) {
          if (step.done) {
            resolve(step.value)
            return
          }
          if (isOver()) break
        }
        begin(whose, goOn)
      } catch (error) {
        reject(error)
      }
    }
    begin(whose, goOn)
  })

/** `map`, in turns. */
export const mapInTurns = <T, R>(worker: Worker, items: readonly T[], mapped: (item: T) => R): Promise<R[]> =>
  inTurns(
    worker,
    (function* () {
      const found: R[] = []
      for (const item of items) {
        found.push(mapped(item))
        yield
      }
      return found
    })(),
  )
