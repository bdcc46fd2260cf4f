import { setTimeout as pause } from 'node:timers/promises'

/** Background work: starts shortly after the answer, and finishes before the process ends. */
export interface AfterAnswer {
  /** Queues the job, or drops it and calls `onDropped` when the queue is full. Never waits, never throws. */
  add(job: () => Promise<void>): void
  /** Starts every queued job now; resolves when all are done, or after `limitMs`. */
  drain(limitMs: number): Promise<void>
}

export interface AfterAnswerOptions {
  /** Milliseconds until a job starts; called once for each. */
  delayMs: () => number
  onFailed: (error: unknown) => void
  onDropped: () => void
}

/** Limited concurrency: one hanging mail server must not block all mails, and a flood must not take the database. */
const AT_ONCE = 4
const MAX_WAITING = 1_000

export function createAfterAnswer({ delayMs, onFailed, onDropped }: AfterAnswerOptions): AfterAnswer {
  const ready: (() => Promise<void>)[] = []
  const delayed = new Map<NodeJS.Timeout, () => Promise<void>>()
  const running = new Set<Promise<void>>()

  function next(): void {
    while (running.size < AT_ONCE) {
      const job = ready.shift()
      if (job === undefined) return
      const run: Promise<void> = job()
        .catch(onFailed)
        .finally(() => {
          running.delete(run)
          next()
        })
      running.add(run)
    }
  }

  return {
    add(job) {
      if (ready.length + delayed.size >= MAX_WAITING) return onDropped()
      const timer = setTimeout(() => {
        delayed.delete(timer)
        ready.push(job)
        next()
      }, delayMs())
      delayed.set(timer, job)
    },
    async drain(limitMs) {
      for (const [timer, job] of delayed) {
        clearTimeout(timer)
        ready.push(job)
      }
      delayed.clear()
      next()
      const limit = new AbortController()
      const done = (async () => {
        while (running.size > 0) await Promise.all(running)
      })()
      await Promise.race([done, pause(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)])
      limit.abort()
    },
  }
}
