/** Throttles work on live events: never two runs at once, and one after the last event. */
export interface Recompute {
  hear(): void
  stop(): void
}

/**
 * `run` starts `delayMs` after the first event of a burst (a debounce would starve in a busy yard), and not before the
 * previous run has ended. Events during a run cause one more.
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
