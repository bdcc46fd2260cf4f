import type { Settings } from '#contract/http/console/settings'
import type { Queryable } from '../../../db/connect.ts'
import type { Bus } from '../../../live/bus/bus.ts'
import { readSettings } from './service.ts'

/** A process applies a setting after this time at the latest, also when the bus has lost the message. */
const REREAD_MS = 1_000

/** The settings in this process's memory, for every request; at most a second stale. */
export interface WatchedSettings {
  current(): Settings
  /** Calls `listener` after every change. Returns the unsubscribe function. */
  onChange(listener: (settings: Settings) => void): () => void
  stop(): void
}

/**
 * Reads the settings, and rereads them after every change. When rereading fails, the old ones stay. Throws when the
 * first read fails, because maintenance mode is unknown then.
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
    // A read in progress may miss this change: one more read follows it. Two at once could finish in either order.
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
      // Logged once: the timer retries every second.
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

/** Subscribes to changes of what `pick` takes of the settings. */
export const onChangeOf =
  (settings: WatchedSettings, pick: (settings: Settings) => unknown) =>
  (listener: () => void): (() => void) => {
    let before = pick(settings.current())
    return settings.onChange((now) => {
      if (pick(now) === before) return
      before = pick(now)
      listener()
    })
  }
