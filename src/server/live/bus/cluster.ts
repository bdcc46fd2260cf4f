import type { PrimaryLink } from '../../adapters/primary.ts'
import { type BusBetween, busBetween } from './between.ts'

/**
 * A bus between the workers of a cluster, whose primary passes the messages on. It reports a gap when the primary has
 * answered again after a silence, when a worker could not send, could not receive, or crashed.
 */
export function clusterBus(link: PrimaryLink, onError: (error: unknown) => void): BusBetween {
  const { heard } = link
  const bus = busBetween(
    {
      name: 'Proceso principal',
      isOpen: () => process.connected,
      send: (text) => link.send({ kind: 'bus', text }),
    },
    onError,
  )
  let isConnected = false
  const onBeat = (): void => {
    if (isConnected) return
    isConnected = true
    bus.connected()
  }
  const onSilent = (): void => {
    isConnected = false
    bus.disconnected()
  }
  heard.on('bus', bus.receive)
  heard.on('beat', onBeat)
  heard.on('silent', onSilent)
  link.beat()

  return {
    ...bus,
    async close() {
      heard.off('bus', bus.receive)
      heard.off('beat', onBeat)
      heard.off('silent', onSilent)
      await bus.close()
    },
  }
}
