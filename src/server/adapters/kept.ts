/**
 * Answers that are read at most once in `forMs`, at most `most` of them: the oldest is forgotten. Callers at the same time
 * share one reading. A fault is not kept, so the next caller reads again.
 */
export function createKept<Key, Value>({
  forMs,
  most,
  now,
}: {
  forMs: number
  most: number
  /** Epoch milliseconds. */
  now: () => number
}) {
  const kept = new Map<Key, { at: number; value: Promise<Value> }>()
  return (key: Key, read: () => Promise<Value>): Promise<Value> => {
    const at = now()
    const known = kept.get(key)
    if (known && at - known.at < forMs) return known.value
    const entry = { at, value: read() }
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.value
  }
}
