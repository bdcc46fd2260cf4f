import type { Queryable } from '../../db/connect.ts'
import type { Bus } from '../../live/bus.ts'
import type { Settings } from './codecs.ts'
import { readSettings } from './service.ts'

/**
 * Nobody waits longer than this for a setting, should the message that tells of it be lost: while Redis is away, on this
 * side or that, no process can tell. One statement over a handful of rows.
 */
const REREAD_MS = 1_000

/** The settings as this process knows them: at hand for every request, a moment old at the most. */
export interface WatchedSettings {
  current(): Settings
  /** Calls `listener` after every reading that found something else. Returns the way to stop listening. */
  onChange(listener: (settings: Settings) => void): () => void
  stop(): void
}

/**
 * Reads the settings, and reads them anew whenever somebody has set one. A failed reading leaves them as they were,
 * except that the first one is thrown: nobody is served by a product that does not know whether it may.
 */
export async function watchSettings(deps: {
  db: Queryable
  bus: Pick<Bus, 'subscribe' | 'onGap'>
  onError: (error: unknown) => void
}): Promise<WatchedSettings> {
  const listeners = new Set<(settings: Settings) => void>()
  let known = await readSettings(deps.db)
  let reading = false
  let again = false
  let failing = false

  async function reread(): Promise<void> {
    // What is set while a reading is under way may have missed it: one more, and never two whose order is open.
    again = true
    if (reading) return
    reading = true
    try {
      while (again) {
        again = false
        const read = await readSettings(deps.db)
        failing = false
        const changed = JSON.stringify(read) !== JSON.stringify(known)
        known = read
        if (changed) for (const listener of listeners) listener(read)
      }
    } catch (error) {
      // Said once: it is tried again every second.
      if (!failing) deps.onError(error)
      failing = true
    } finally {
      reading = false
    }
  }

  const unsubscribe = deps.bus.subscribe(({ kind }) => {
    if (kind === 'settings_changed') void reread()
  })
  const unwatch = deps.bus.onGap(() => void reread())
  const timer = setInterval(() => void reread(), REREAD_MS)
  timer.unref()

  return {
    current: () => known,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      unsubscribe()
      unwatch()
      clearInterval(timer)
    },
  }
}
