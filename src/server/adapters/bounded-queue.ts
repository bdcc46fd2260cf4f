/** The queue is full: the work was not begun. */
export class QueueFull extends Error {
  constructor() {
    super('the queue is full')
  }
}

/** Work with limited concurrency, first in first out. */
export interface BoundedQueue {
  /** Rejects with what `work` throws, or at once with `QueueFull`. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** `waiting`: how many may wait while `concurrency` run. */
export function createBoundedQueue(limits: { concurrency: number; waiting: number }): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < limits.concurrency) {
      running++
      return
    }
    if (waiting.length >= limits.waiting) throw new QueueFull()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    // `running` stays: the place is handed over, so a newcomer cannot overtake.
    if (next) next()
    else running--
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
