import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { type Bus, busMessage } from './bus.ts'
import { memoryBus } from './bus-memory.ts'

/** On the wire: a message, or the notice that its sender could not send some. */
const envelope = z.union([
  z.object({ from: z.string(), message: busMessage }),
  z.object({ from: z.string(), missed: z.literal(true) }),
])

/** With more unanswered publishes than this Redis is too slow, and queueing would only fill the memory. */
const MOST_UNANSWERED = 1_000
const RETRY_MS = 1_000

export interface RedisBus extends Bus {
  /** Resolves with the first subscription. Pending while Redis is unreachable. */
  firstHeard: Promise<void>
}

/**
 * A bus for several processes over one Redis. Messages are hints (docs/decisions/0013): an undelivered one is dropped and
 * reported as a gap, here after the subscription was down, elsewhere when a message could not be sent.
 * The caller closes the connections, after the bus.
 */
export function redisBus(deps: {
  commands: Redis
  /** Used only here. It must not resubscribe automatically. */
  subscription: Redis
  prefix: string
  onError: (error: unknown) => void
}): RedisBus {
  const { commands, subscription, onError } = deps
  const channel = `${deps.prefix}bus`
  const me = randomUUID()
  /** Delivers messages of this process directly, in order and without the network. */
  const here = memoryBus(onError)
  const gapListeners = new Set<() => void>()
  let heard = false
  let unanswered = 0
  /** A message could not be sent; the others must learn of the gap. */
  let owing = false
  let firstTime: () => void = () => {}
  const firstHeard = new Promise<void>((resolve) => {
    firstTime = resolve
  })

  function send(content: object): void {
    if (commands.status !== 'ready' || unanswered >= MOST_UNANSWERED) {
      owing = true
      return
    }
    unanswered++
    commands.publish(channel, JSON.stringify({ from: me, ...content })).then(
      () => {
        unanswered--
      },
      () => {
        unanswered--
        owing = true
      },
    )
  }

  function payDebt(): void {
    if (!owing || commands.status !== 'ready') return
    owing = false
    send({ missed: true })
  }

  function tellGap(): void {
    for (const listener of gapListeners) {
      try {
        listener()
      } catch (error) {
        onError(error)
      }
    }
  }

  function subscribe(): void {
    subscription.subscribe(channel).then(
      () => {
        heard = true
        firstTime()
        // After subscribing, not at the reconnection: a reload before that could miss messages.
        tellGap()
      },
      // Closed again, or refused: a new connection retries.
      () => subscription.disconnect(true),
    )
  }

  function receive(from: string, text: string): void {
    if (from !== channel) return
    const parsed = envelope.safeParse(asJson(text))
    if (!parsed.success) {
      // The text may contain an operation key, so it is not logged.
      onError(new Error(`Redis: se descartó un mensaje ajeno o dañado (${text.length} caracteres).`))
    } else if (parsed.data.from === me) {
      return
    } else if ('missed' in parsed.data) {
      tellGap()
    } else {
      here.publish(parsed.data.message)
    }
  }

  const lost = (): void => {
    heard = false
  }
  subscription.on('ready', subscribe)
  subscription.on('close', lost)
  subscription.on('message', receive)
  if (subscription.status === 'ready') subscribe()
  commands.on('ready', payDebt)
  // A connection that was only slow emits no 'ready' again.
  const retrying = setInterval(payDebt, RETRY_MS)
  retrying.unref()

  return {
    publish(message) {
      here.publish(message)
      send({ message })
    },
    subscribe: here.subscribe,
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    healthy: () => heard && commands.status === 'ready',
    firstHeard,
    async close() {
      clearInterval(retrying)
      subscription.off('ready', subscribe)
      subscription.off('close', lost)
      subscription.off('message', receive)
      commands.off('ready', payDebt)
      gapListeners.clear()
      await here.close()
    },
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
