import { setTimeout as pause } from 'node:timers/promises'

/** Work that nobody waits for: begun a little after the answer went out, finished before the process ends. */
export interface AfterAnswer {
  /** Takes the job in, or drops it (with a word to `onDropped`) when too many wait. Never waits, never throws. */
  add(job: () => Promise<void>): void
  /** Everything taken in so far begins now; resolves when it is done, or `limitMs` later at the latest. */
  drain(limitMs: number): Promise<void>
}

export interface AfterAnswerOptions {
  /** Milliseconds until a job begins, drawn anew for each. */
  delayMs: () => number
  onFailed: (error: unknown) => void
  onDropped: () => void
}

/** A few at once: one mail server that hangs must not hold up everybody, and a flood must not take the database. */
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
