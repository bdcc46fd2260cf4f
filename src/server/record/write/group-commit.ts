import { QueueTimeout } from '../../adapters/queues.ts'

/** Writes that arrive while a statement is under way go together in the next one, and share its commit. */
export interface GroupCommit<Write, Written> {
  /**
   * Null: not written, because it no longer fits what is stored. Rejects with the error of this write alone, or with
   * `QueueTimeout` before it has begun.
   */
  run(write: Write): Promise<Written | null>
}

interface Waiter<Write, Written> {
  write: Write
  /** Monotonic milliseconds. */
  since: number
  resolve(written: Written | null | Promise<Written | null>): void
  reject(error: unknown): void
}

export function createGroupCommit<Write, Written>(deps: {
  supervisorOf(write: Write): number
  /** Two writes of one row never go together: the second must build on the first. */
  rowOf(write: Write): string
  /** Must not wait for a lock. Answers by row; a write that it leaves out is written alone. */
  together(writes: readonly Write[]): Promise<ReadonlyMap<string, Written>>
  alone(write: Write): Promise<Written | null>
  /**
   * A statement failed. True: its writes are written alone, and each is answered with its own outcome. False: all of them
   * fail with this error.
   */
  retriesAlone(error: unknown): boolean
  /** `beside`: with so many waiting, a second statement runs beside the first; with fewer it would cost more than it gains. */
  limits: { batch: number; beside: number; timeoutMs: number }
}): GroupCommit<Write, Written> {
  const { supervisorOf, rowOf, together, alone, retriesAlone, limits } = deps
  /** By supervisor. */
  const waiting = new Map<number, Waiter<Write, Written>[]>()
  /** Supervisors with a write under way: no two statements have writes of one, so none waits for the counter of another. */
  const busy = new Set<number>()
  let underWay = 0
  let starts = false
  let late: NodeJS.Timeout | undefined

  function add(waiter: Waiter<Write, Written>): void {
    const supervisor = supervisorOf(waiter.write)
    const own = waiting.get(supervisor)
    if (own) own.push(waiter)
    else waiting.set(supervisor, [waiter])
  }

  /** One of each supervisor in turn, so that the flood of one does not starve the drivers of another. */
  function take(): Map<string, Waiter<Write, Written>> {
    const batch = new Map<string, Waiter<Write, Written>>()
    const later: Waiter<Write, Written>[] = []
    for (const [supervisor, own] of waiting) {
      if (busy.has(supervisor)) continue
      const waiter = own.shift()
      waiting.delete(supervisor)
      // At the end: this loop comes to it again after the others.
      if (own.length > 0) waiting.set(supervisor, own)
      if (!waiter) continue
      const row = rowOf(waiter.write)
      if (batch.has(row)) later.push(waiter)
      else batch.set(row, waiter)
      if (batch.size === limits.batch) break
    }
    for (const waiter of later) add(waiter)
    for (const { write } of batch.values()) busy.add(supervisorOf(write))
    return batch
  }

  function mayStart(): boolean {
    if (underWay === 0) return waiting.size > 0
    if (underWay > 1) return false
    let free = 0
    for (const [supervisor, own] of waiting) if (!busy.has(supervisor)) free += own.length
    return free >= limits.beside
  }

  /** A statement may hang, and those who wait for it must hear of that. */
  function refuseLate(): void {
    const earliest = performance.now() - limits.timeoutMs
    for (const [supervisor, own] of waiting) {
      while (own[0] && own[0].since < earliest) own.shift()?.reject(new QueueTimeout())
      if (own.length === 0) waiting.delete(supervisor)
    }
    if (waiting.size > 0) return
    clearInterval(late)
    late = undefined
  }

  function startNext(): void {
    starts = false
    while (mayStart()) void writeTogether(take())
  }

  async function writeTogether(batch: ReadonlyMap<string, Waiter<Write, Written>>): Promise<void> {
    underWay++
    let written: ReadonlyMap<string, Written> = new Map()
    let failure: { error: unknown } | null = null
    try {
      written = await together([...batch.values()].map(({ write }) => write))
    } catch (error) {
      // One poisoned write fails all of them, and a lost connection leaves it open what was written: alone, each one
      // is written, found to be known, or fails with its own error.
      if (!retriesAlone(error)) failure = { error }
    }
    // In the order of the statement: who publishes in the continuation keeps the order of commits.
    const answer = (): void => {
      for (const [row, { write, resolve, reject }] of batch) {
        if (failure) reject(failure.error)
        else resolve(written.get(row) ?? alone(write))
      }
    }
    underWay--
    for (const { write } of batch.values()) busy.delete(supervisorOf(write))
    if (waiting.size === 0) return answer()
    // The database works on the next statement while this one is answered.
    startNext()
    setImmediate(answer)
  }

  return {
    run: (write) =>
      new Promise((resolve, reject) => {
        add({ write, since: performance.now(), resolve, reject })
        late ??= setInterval(refuseLate, limits.timeoutMs / 4).unref()
        if (starts || underWay > 1) return
        starts = true
        // What this turn of the event loop brought goes together.
        setImmediate(startNext)
      }),
  }
}
