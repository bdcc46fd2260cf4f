import type { Bus, BusMessage } from './bus.ts'

/**
 * The bus of a single process: no gaps. An error of a listener is reported and not thrown, because the write is already
 * committed and must be answered as such.
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
