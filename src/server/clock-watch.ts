import type { Doubt, WatchedClock } from './adapters/clock.ts'
import { databaseTime, keepRightTime, lastRightTime } from './db/clock.ts'
import type { Orm } from './db/connect.ts'
import type { Metrics } from './http/watch/metrics.ts'
import type { Tell } from './log/tell.ts'
import { clockInDoubt } from './text/clock.ts'

/** A jump is noticed by the next reading of any request; this keeps the last right time fresh. */
const BEAT_MS = 5_000
const COMPARE_MS = 60_000
/** An answer that took longer says nothing about the clocks. */
const MOST_UNCERTAIN_MS = 2_000

export interface ClockWatch {
  /** Reads the clock, says when doubt begins or ends. */
  beat(): void
  /** Compares it with the database's, and keeps the time there when it is right. */
  compare(): Promise<void>
  watchMetrics(metrics: Metrics): void
  stop(): Promise<void>
}

/**
 * Watches the clock: the database's, the monotonic clock, and what an earlier start knew are its witnesses. With the
 * embedded database the first of them is the same clock, and agrees.
 */
export async function watchClock(
  clock: WatchedClock,
  {
    orm,
    tell,
    confirmed,
    onError,
    theirTime = () => databaseTime(orm),
    elapsed = () => performance.now(),
  }: {
    orm: Orm
    tell: Tell
    /** Of the configuration. */
    confirmed: number | null
    onError: (error: unknown) => void
    /** What the database says. */
    theirTime?: () => Promise<number>
    elapsed?: () => number
  },
): Promise<ClockWatch> {
  let offset: number | null = null
  let doubted: { doubt: Doubt; since: number } | null = null
  let isConfirmed = confirmed !== null

  function beat(): void {
    clock.beat()
    const doubt = clock.doubt()
    if (doubt === null) {
      if (doubted) {
        tell('CLOCK_RIGHT', { seconds: Math.round((elapsed() - doubted.since) / 1000) })
      }
      doubted = null
      return
    }
    if (doubted?.doubt === doubt) return
    const off = doubt === 'database' ? (offset ?? 0) : clock.now() - clock.steady()
    tell('CLOCK_IN_DOUBT', { doubt, seconds: Math.round(off / 1000) }, clockInDoubt(doubt, off))
    doubted = { doubt, since: doubted?.since ?? elapsed() }
  }

  async function compare(): Promise<void> {
    const began = elapsed()
    const theirs = await theirTime()
    const took = elapsed() - began
    if (took <= MOST_UNCERTAIN_MS) {
      offset = clock.now() - took / 2 - theirs
      clock.compared(offset)
    }
    beat()
    if (doubted) return
    await keepRightTime(orm, clock.now(), isConfirmed)
    // Once: from now on the stored time is right.
    isConfirmed = false
  }

  let comparing: Promise<void> = Promise.resolve()
  const known = await lastRightTime(orm)
  clock.begin(known, confirmed)
  await compare()
  const beating = setInterval(beat, BEAT_MS)
  const asking = setInterval(() => {
    comparing = compare().catch(onError)
  }, COMPARE_MS)
  beating.unref()
  asking.unref()

  return {
    beat,
    compare,
    watchMetrics(metrics) {
      metrics.watch(
        'acarreo_clock_offset_seconds',
        "How much the clock of this machine is ahead of the database's.",
        () => (offset === null ? null : offset / 1000),
        'max',
      )
      metrics.watch(
        'acarreo_clock_in_doubt',
        'Whether what ends by time waits, because the clock cannot be right.',
        () => (clock.inDoubt() ? 1 : 0),
        'max',
      )
    },
    async stop() {
      clearInterval(beating)
      clearInterval(asking)
      await comparing
    },
  }
}
