/** Not begun within its time. */
export class QueueTimeout extends Error {
  constructor() {
    super('timed out in the queue')
  }
}

/** As many wait already as may: not begun. */
export class QueueFull extends Error {
  constructor() {
    super('the queue is full')
  }
}

/** Whoever asked has gone: not begun. */
export class QueueLeft extends Error {
  constructor() {
    super('left the queue')
  }
}

interface Limits {
  /** How much of one key runs at once. */
  each: number
  /** How much of all keys together; without it, as much as there is. */
  inAll?: number
  /** How many of one key may wait; without it, any number. */
  waiting?: number
  /** Milliseconds that one may wait; without it, for ever. */
  timeoutMs?: number
}

interface Asking {
  /** When it aborts, the place in the queue is given up. */
  signal?: AbortSignal
  /** What is half done: it waits beyond `waiting` and `timeoutMs`. */
  patient?: boolean
}

/**
 * A queue in memory for each key, with limited concurrency: one key never takes what belongs to the others. Each is first
 * in, first out. A place that all keys share goes to them in turn, however many of one key wait.
 */
export interface Queues<Key> {
  /** Resolves with what gives the place back. Rejects with `QueueTimeout`, `QueueFull` or `QueueLeft`. */
  enter(key: Key, asking?: Asking): Promise<() => void>
  /** Rejects with what `work` throws, or as `enter` does, before `work` has begun. */
  run<T>(key: Key, work: () => Promise<T>, asking?: Asking): Promise<T>
  /** Keys with work. */
  size(): number
  counts(): { running: number; waiting: number }
}

interface Queue {
  running: number
  /** Resumes the waiters, in order of arrival. A set, because a timeout removes one from the middle. */
  waiting: Set<() => void>
}

export function createQueues<Key>({
  each,
  inAll = Number.POSITIVE_INFINITY,
  waiting: most = Number.POSITIVE_INFINITY,
  timeoutMs,
}: Limits): Queues<Key> {
  const queues = new Map<Key, Queue>()
  /** Those in which somebody waits; whose turn it is stands first. */
  const pending = new Map<Key, Queue>()
  let running = 0

  const isFree = (queue: Queue): boolean => running < inAll && queue.running < each

  function forgetEmpty(key: Key, queue: Queue): void {
    if (queue.running === 0 && queue.waiting.size === 0) queues.delete(key)
  }

  function wait(key: Key, queue: Queue, { signal, patient = false }: Asking): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timeout)
        signal?.removeEventListener('abort', left)
        queue.waiting.delete(resume)
        if (queue.waiting.size === 0) pending.delete(key)
      }
      const resume = (): void => {
        end()
        resolve()
      }
      const giveUp = (error: Error): void => {
        end()
        forgetEmpty(key, queue)
        reject(error)
      }
      const left = (): void => giveUp(new QueueLeft())
      const timeout =
        patient || timeoutMs === undefined
          ? undefined
          : setTimeout(() => giveUp(new QueueTimeout()), timeoutMs)
      if (!patient && queue.waiting.size >= most) return giveUp(new QueueFull())
      signal?.addEventListener('abort', left)
      queue.waiting.add(resume)
      pending.set(key, queue)
    })
  }

  function begin(queue: Queue): void {
    queue.running++
    running++
  }

  /** Gives what is free to those who wait, one of each key in turn, before a newcomer can take it. */
  function resumeNext(): void {
    for (const [key, queue] of pending) {
      if (running >= inAll) return
      if (!isFree(queue)) continue
      const [next] = queue.waiting
      begin(queue)
      next?.()
      if (!pending.delete(key)) continue
      // At the end: this loop comes to it again after the others.
      pending.set(key, queue)
    }
  }

  function leave(key: Key, queue: Queue): void {
    queue.running--
    running--
    resumeNext()
    forgetEmpty(key, queue)
  }

  async function enter(key: Key, asking: Asking = {}): Promise<() => void> {
    if (asking.signal?.aborted) throw new QueueLeft()
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    queues.set(key, queue)
    if (isFree(queue)) begin(queue)
    else await wait(key, queue, asking)
    let isHeld = true
    return () => {
      if (isHeld) leave(key, queue)
      isHeld = false
    }
  }

  return {
    enter,
    async run(key, work, asking) {
      const end = await enter(key, asking)
      try {
        return await work()
      } finally {
        end()
      }
    },
    size: () => queues.size,
    counts: () => ({
      running,
      waiting: [...pending.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    }),
  }
}
