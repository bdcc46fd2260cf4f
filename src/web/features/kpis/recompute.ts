/** Something to be called at every live event, which runs seldom, never twice at once, and never misses the last. */
export interface Recompute {
  hear(): void
  stop(): void
}

/**
 * `run` starts `delayMs` after the first of a burst (so that a yard that never rests is still served), and not before
 * the previous run has ended. What is heard during a run causes one more.
 */
export function createRecompute(delayMs: number, run: () => Promise<unknown>): Recompute {
  let timer: ReturnType<typeof setTimeout> | null = null
  let running = false
  let again = false
  let stopped = false

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = null
      running = true
      void run()
        .catch(() => undefined)
        .finally(() => {
          running = false
          if (again && !stopped) {
            again = false
            schedule()
          }
        })
    }, delayMs)
  }

  return {
    hear() {
      if (stopped) return
      if (running) again = true
      else schedule()
    },
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
