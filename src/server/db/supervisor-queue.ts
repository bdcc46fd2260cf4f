/** The queue timed out: the work was not begun and nothing was written. */
export class QueueTimeout extends Error {
  constructor() {
    super('timed out in the queue of the supervisor')
  }
}

/**
 * A queue in memory per supervisor, with limited concurrency. Writes of one supervisor update the same row; without the
 * queue they would wait for that row's lock on every connection of the pool and block all other requests.
 */
export interface SupervisorQueue {
  /** First in, first out. Rejects with what `work` throws, or with `QueueTimeout` before `work` has begun. */
  run<T>(supervisorId: number, work: () => Promise<T>): Promise<T>
  /** Supervisors with running work. */
  size(): number
}

interface Queue {
  running: number
  /** Resumes the waiters, in order of arrival. A set, because a timeout removes one from the middle. */
  waiting: Set<() => void>
}

export function createSupervisorQueue(limits: { concurrency: number; timeoutMs: number }): SupervisorQueue {
  const queues = new Map<number, Queue>()

  async function enter(key: number): Promise<void> {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    queues.set(key, queue)
    if (queue.running < limits.concurrency) {
      queue.running++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const resume = (): void => {
        clearTimeout(timeout)
        resolve()
      }
      const timeout = setTimeout(() => {
        queue.waiting.delete(resume)
        reject(new QueueTimeout())
      }, limits.timeoutMs)
      queue.waiting.add(resume)
    })
  }

  function leave(key: number): void {
    const queue = queues.get(key)
    if (!queue) return
    const [next] = queue.waiting
    if (next) {
      // `running` stays: the place is handed over, so a newcomer cannot overtake.
      queue.waiting.delete(next)
      next()
    } else if (--queue.running === 0) queues.delete(key)
  }

  return {
    async run(key, work) {
      await enter(key)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
    size: () => queues.size,
  }
}
