import type { Redis } from 'ioredis'
import { type BusBetween, busBetween } from './between.ts'

/** A bus over one channel of one Redis. The caller closes the connections, after the bus. */
export function redisBus(deps: {
  commands: Redis
  /** Used only here. It must not resubscribe automatically. */
  subscription: Redis
  prefix: string
  onError: (error: unknown) => void
}): BusBetween {
  const { commands, subscription } = deps
  const channel = `${deps.prefix}bus`
  const bus = busBetween(
    {
      name: 'Redis',
      isOpen: () => commands.status === 'ready',
      send: (text) => commands.publish(channel, text),
    },
    deps.onError,
  )

  function subscribe(): void {
    subscription.subscribe(channel).then(
      // After subscribing, not at the reconnection: a reload before that could miss messages.
      bus.connected,
      // Closed again, or refused: a new connection retries.
      () => subscription.disconnect(true),
    )
  }

  const receive = (from: string, text: string): void => {
    if (from === channel) bus.receive(text)
  }
  subscription.on('ready', subscribe)
  subscription.on('close', bus.disconnected)
  subscription.on('message', receive)
  if (subscription.status === 'ready') subscribe()
  commands.on('ready', bus.payDebt)

  return {
    ...bus,
    async close() {
      subscription.off('ready', subscribe)
      subscription.off('close', bus.disconnected)
      subscription.off('message', receive)
      commands.off('ready', bus.payDebt)
      await bus.close()
    },
  }
}
