import { useSyncExternalStore } from 'react'

export interface Readable<T> {
  get(): T
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

export interface Store<T> extends Readable<T> {
  /** Notifies the listeners unless it is the same value (`Object.is`). */
  set(value: T): void
}

/** One value and its listeners. `onWatched` runs for the first listener; what it returns runs after the last one. */
export function createStore<T>(initial: T, onWatched?: () => () => void): Store<T> {
  let value = initial
  let unwatch: (() => void) | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      if (listeners.size === 0) unwatch = onWatched?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) unwatch?.()
      }
    },
  }
}

/** Renders again when what `select` returns has changed. It must return the same object for the same value. */
export function useStore<T, S>(store: Readable<T>, select: (value: T) => S): S
export function useStore<T>(store: Readable<T>): T
export function useStore<T>(store: Readable<T>, select: (value: T) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
