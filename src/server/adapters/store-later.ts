/** What was counted in memory and is stored every few seconds. A crash loses what was counted since. */
export interface StoredLater<Key, Value> {
  /** Merges `value` with what was counted of the key. */
  add(key: Key, value: Value): void
  forget(key: Key): void
  /** Stores what was counted. When that fails, it is kept, and the next time tries again with what came meanwhile. */
  flush(): Promise<void>
  /** Stops the timer, and stores once more. */
  close(): Promise<void>
}

export function storeLater<Key, Value>({
  everyMs,
  most,
  merge,
  store,
  onError,
}: {
  everyMs: number
  /** Of new keys beyond it nothing is counted: a database that is away for long must not fill the memory. */
  most: number
  /** `known` is the earlier one; it may be changed and returned. */
  merge: (known: Value, more: Value) => Value
  /** All or nothing: what it stored before an error would be stored twice. Gets at least one entry. */
  store: (counted: ReadonlyMap<Key, Value>) => Promise<void>
  /** Called for the first of several failures in a row. */
  onError: (error: unknown) => void
}): StoredLater<Key, Value> {
  let counted = new Map<Key, Value>()
  let storing = Promise.resolve()
  let failing = false

  function add(key: Key, value: Value): void {
    const known = counted.get(key)
    if (known !== undefined) counted.set(key, merge(known, value))
    else if (counted.size < most) counted.set(key, value)
  }

  async function storeAll(): Promise<void> {
    if (counted.size === 0) return
    const stored = counted
    counted = new Map()
    try {
      await store(stored)
      failing = false
    } catch (error) {
      const since = counted
      counted = stored
      for (const [key, value] of since) add(key, value)
      if (!failing) onError(error)
      failing = true
    }
  }

  // One at a time: two would lock the same rows.
  const flush = (): Promise<void> => {
    storing = storing.then(storeAll)
    return storing
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  return {
    add,
    forget: (key) => void counted.delete(key),
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}
