import { ACTIVITY_EVERY_MS } from '#domain/account/idle'

/** What `watchActivity` needs of the page. Times are epoch milliseconds. */
export interface ActivityDeps {
  now: () => number
  /** After how long without a person the page locks; null: never. */
  limitMs: () => number | null
  /** When a person was last at any tab of this browser. */
  shared: { read: () => number; write: (at: number) => void }
  /** Tells the server that a person is there. */
  report: () => void
  onIdle: () => void
}

/** Watches whether a person is at this page: its own polls and messages are none. */
export function watchActivity({ now, limitMs, shared, report, onIdle }: ActivityDeps) {
  let last = now()
  let reported = Number.NEGATIVE_INFINITY

  /** Whether the time is over; then it has said so. */
  function check(): boolean {
    const limit = limitMs()
    if (limit === null || now() - Math.max(last, shared.read()) < limit) return false
    onIdle()
    return true
  }

  return {
    check,
    /** Somebody has pressed a key or pointed at something. After a sleep it comes too late. */
    seen(): void {
      if (check()) return
      last = now()
      if (last - reported < ACTIVITY_EVERY_MS) return
      reported = last
      shared.write(last)
      report()
    },
    /** After a new login. */
    restart(): void {
      last = now()
      shared.write(last)
    },
  }
}
