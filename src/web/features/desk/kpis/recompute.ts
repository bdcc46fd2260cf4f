/**
 * Throttles work on live events: `run` starts `delayMs` after the first event of a burst (a debounce would starve in a
 * busy yard), never while the previous run is going on. Events during a run cause one more.
 */
export function createRecompute(delayMs: number, run: () => Promise<unknown>) {
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
    hear(): void {
      if (stopped) return
      if (running) again = true
      else schedule()
    },
    stop(): void {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
