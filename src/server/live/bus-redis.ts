import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { type Bus, busMessage } from './bus.ts'
import { memoryBus } from './bus-memory.ts'

/** What travels: a message, or the news that its sender could not send some. */
const envelope = z.union([
  z.object({ from: z.string(), message: busMessage }),
  z.object({ from: z.string(), missed: z.literal(true) }),
])

/** Beyond this many unanswered ones Redis is not keeping up, and waiting for it would only fill the memory. */
const MOST_UNANSWERED = 1_000
const RETRY_MS = 1_000

export interface RedisBus extends Bus {
  /** Resolves once this process hears the others for the first time; not before Redis can be had. */
  firstHeard: Promise<void>
}

/**
 * For several processes over one Redis. Messages are hints (docs/decisions/0013): what is not delivered is not kept, but
 * it is told, to this process when its subscription was away and to the others when something could not be sent.
 * The connections are the caller's to close, after this.
 */
export function redisBus(deps: {
  commands: Redis
  /** Subscribed by nobody else; must not subscribe again by itself. */
  subscription: Redis
  prefix: string
  onError: (error: unknown) => void
}): RedisBus {
  const { commands, subscription, onError } = deps
  const channel = `${deps.prefix}bus`
  const me = randomUUID()
  /** Hears its own messages without the network: order and speed of a single process. */
  const here = memoryBus(onError)
  const gapListeners = new Set<() => void>()
  let heard = false
  let unanswered = 0
  /** The others have not been told of something. */
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
        // Now, not at the reconnection: what is read anew before the channel is open could miss what follows.
        tellGap()
      },
      // Closed again, or refused: with a new connection comes a new try.
      () => subscription.disconnect(true),
    )
  }

  function receive(from: string, text: string): void {
    if (from !== channel) return
    const parsed = envelope.safeParse(asJson(text))
    if (!parsed.success) {
      // Its text stays out of the log: it may hold an operation key.
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
  // A connection that stayed but answered late sees no 'ready' again.
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
