import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { tellTo } from '../../log/tell.ts'

/** Background work: starts shortly after the answer, and finishes before the process ends. */
export interface AfterAnswer {
  /**
   * Queues the job to start after `delayMs`, or drops it and calls `onDropped` when the queue is full. Never waits,
   * never throws.
   */
  add(job: () => Promise<void>, delayMs?: number): void
  /** Starts every queued job now; resolves when all are done, or after `limitMs`. */
  drain(limitMs: number): Promise<void>
}

interface AfterAnswerOptions {
  onFailed: (error: unknown) => void
  onDropped: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    afterAnswer: AfterAnswer
  }
}

/** How long a stop waits for what is under way; after that it is lost, and people ask again. */
const DRAIN_MS = 10_000

/** Makes the queue of this app, which its end drains. */
export function installAfterAnswer(app: FastifyInstance): AfterAnswer {
  const queue = createAfterAnswer({
    onFailed: (err) =>
      tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'terminar lo que sigue a una respuesta' }),
    onDropped: () => tellTo(app.log)('WORK_DROPPED', {}),
  })
  app.decorate('afterAnswer', queue)
  app.addHook('onClose', () => queue.drain(DRAIN_MS))
  return queue
}

/** Limited concurrency: a flood must not take the database. */
const AT_ONCE = 4
const MAX_WAITING = 1_000

function createAfterAnswer({ onFailed, onDropped }: AfterAnswerOptions): AfterAnswer {
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
    add(job, delayMs = 0) {
      if (ready.length + delayed.size >= MAX_WAITING) return onDropped()
      const timer = setTimeout(() => {
        delayed.delete(timer)
        ready.push(job)
        next()
      }, delayMs)
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
