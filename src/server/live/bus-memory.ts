import type { Bus, BusMessage } from './bus.ts'

/** For a product that runs as one process. */
export function memoryBus(): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    publish(message) {
      for (const listener of listeners) listener(message)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
    },
  }
}
