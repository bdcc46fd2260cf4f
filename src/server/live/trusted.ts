import type { Bus, BusMessage } from './bus/bus.ts'

/** Milliseconds. Bounds undetected losses and changes made directly in the database: after this, memory is read again. */
export const TRUST_MS = 5_000

/** When a reading of the database began. */
interface Began {
  /** Monotonic milliseconds. */
  at: number
  /** The removals until then. */
  removals: number
}

export interface Trusted<Key, Value> {
  /** What may answer: the bus is healthy, and a reading that began less than `TRUST_MS` ago contained it. */
  get(key: Key): Value | undefined
  /** The value however old, for a reading that can confirm it. */
  stale(key: Key): Value | undefined
  /** To be called before the reading, for `store` and `confirm`. */
  begin(): Began
  /** Keeps nothing if something was removed since the reading began: it may have read what has ended. */
  store(key: Key, value: Value, began: Began): void
  /** The same of a value that is kept, unless it was removed or read again since the reading began. */
  confirm(key: Key, value: Value, began: Began): void
  remove(key: Key): void
  removeWhere(isEnded: (value: Value) => boolean): void
  removeAll(): void
  /** Makes room: the value has not ended, so readings under way are kept. */
  forget(key: Key): void
  entries(): [Key, Value][]
  size(): number
  close(): void
}

/**
 * A memory of what the database holds, fed and emptied by the bus: every message that changes a value removes it
 * (`hear`), and a gap removes all. The oldest value goes first beyond `most`.
 */
export function createTrusted<Key, Value>(deps: {
  bus: Bus
  most: number
  hear: (message: BusMessage, memory: Pick<Trusted<Key, Value>, 'remove' | 'removeWhere'>) => void
  /** Monotonic milliseconds. */
  elapsed?: () => number
}): Trusted<Key, Value> {
  const { bus, most, elapsed = () => performance.now() } = deps
  const kept = new Map<Key, { value: Value; confirmedAt: number }>()
  let removals = 0

  function remove(key: Key): void {
    removals++
    kept.delete(key)
  }
  function removeWhere(isEnded: (value: Value) => boolean): void {
    removals++
    for (const [key, { value }] of kept) if (isEnded(value)) kept.delete(key)
  }
  const removeAll = (): void => removeWhere(() => true)

  const stopHearing = bus.subscribe((message) => {
    // The console's 'database to memory': an older database may be in place.
    if (message.kind === 'board_outdated') removeAll()
    else deps.hear(message, { remove, removeWhere })
  })
  const stopGap = bus.onGap(removeAll)

  return {
    get(key) {
      const entry = kept.get(key)
      return entry && elapsed() - entry.confirmedAt < TRUST_MS && bus.healthy() ? entry.value : undefined
    },
    stale: (key) => kept.get(key)?.value,
    begin: () => ({ at: elapsed(), removals }),
    store(key, value, began) {
      if (began.removals !== removals) return
      kept.delete(key)
      const oldest = kept.size < most ? undefined : kept.keys().next().value
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(key, { value, confirmedAt: began.at })
    },
    confirm(key, value, began) {
      const entry = kept.get(key)
      if (entry && entry.confirmedAt < began.at) Object.assign(entry, { value, confirmedAt: began.at })
    },
    remove,
    removeWhere,
    removeAll,
    forget: (key) => kept.delete(key),
    entries: () => [...kept].map(([key, { value }]) => [key, value]),
    size: () => kept.size,
    close() {
      stopHearing()
      stopGap()
    },
  }
}
