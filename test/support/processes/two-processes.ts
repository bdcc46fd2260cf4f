import { type Bus, type BusMessage, busMessage } from '#server/live/bus/bus'
import { type Actor, anonymous } from '../actors.ts'
import { createTestApp, type TestApp } from '../app.ts'

/** The bus of one of two processes, whose messages for it travel only as far as the test lets them. */
export interface SlowBus extends Bus {
  /** What the other process has told and this one has not heard. */
  onTheWay: BusMessage[]
  /** Hears the message at `index`; it stays on the way when it is to come `again`. */
  hear(index: number, again?: boolean): void
  disconnect(): void
  reconnect(): void
}

function slowBus(other: () => SlowBus): SlowBus {
  const listeners = new Set<(message: BusMessage) => void>()
  const gapListeners = new Set<() => void>()
  let connected = true
  const bus: SlowBus = {
    onTheWay: [],
    publish(message) {
      for (const listener of listeners) listener(message)
      if (connected && other().healthy())
        other().onTheWay.push(busMessage.parse(JSON.parse(JSON.stringify(message))))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    healthy: () => connected,
    async close() {},
    hear(index, again = false) {
      const [message] = again ? bus.onTheWay.slice(index, index + 1) : bus.onTheWay.splice(index, 1)
      if (message) for (const listener of listeners) listener(message)
    },
    disconnect() {
      connected = false
      bus.onTheWay = []
    },
    reconnect() {
      if (connected) return
      connected = true
      for (const listener of gapListeners) listener()
    },
  }
  return bus
}

/** Two processes of the product on one database, with one clock. */
export async function createTwoProcesses() {
  const buses: [SlowBus, SlowBus] = [slowBus(() => buses[1]), slowBus(() => buses[0])]
  const first = await createTestApp({ bus: buses[0] })
  const second = await createTestApp({ bus: buses[1], database: first.deps.database, clock: first.clock })
  const processes: [TestApp, TestApp] = [first, second]
  return {
    processes,
    buses,
    clock: first.clock,
    database: first.deps.database,
    /** The same person with the same session at the other process. */
    at: (process: 0 | 1, actor: Actor): Actor =>
      Object.assign(anonymous(processes[process].app), {
        id: actor.id,
        username: actor.username,
        cookie: actor.cookie,
      }),
    async close() {
      await second.app.close()
      await first.close()
    },
  }
}
