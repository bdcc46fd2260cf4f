import type { Bus, BusMessage } from './bus.ts'

/**
 * For a product that runs as one process: nothing is ever missed. A listener that throws is reported, because the
 * write that it was told of is durable and has to be answered as such.
 */
export function memoryBus(onError: (error: unknown) => void = console.error): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    publish(message) {
      for (const listener of listeners) {
        try {
          listener(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onGap: () => () => {},
    healthy: () => true,
    async close() {
      listeners.clear()
    },
  }
}
