export interface KnownVersions<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Row versions by their key, which never change: a cache of the most recently used (LRU), of at most this weight together. */
export function createKnownVersions<Value>(
  most: number,
  weightOf: (value: Value) => number,
): KnownVersions<Value> {
  /** The one that was used longest ago stands first. */
  const values = new Map<string, Value>()
  let weight = 0

  function remove(key: string): Value | undefined {
    const value = values.get(key)
    if (value === undefined) return undefined
    values.delete(key)
    weight -= weightOf(value)
    return value
  }
  function set(key: string, value: Value): void {
    remove(key)
    values.set(key, value)
    weight += weightOf(value)
    for (const oldest of values.keys()) {
      if (weight <= most) return
      remove(oldest)
    }
  }
  return {
    get(key) {
      const value = remove(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
