import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BUS_VERSION, type Bus, busMessage } from './bus.ts'
import { memoryBus } from './memory.ts'

/** On the wire: a message, or the notice that its sender could not send some. */
const envelope = z.union([
  z.object({ from: z.string(), version: z.literal(BUS_VERSION), message: busMessage }),
  z.object({ from: z.string(), missed: z.literal(true) }),
])
const ofOtherVersion = z.object({ from: z.string(), version: z.number(), message: z.unknown() })

/** With more unsent messages than this the wire is too slow, and queueing would only fill the memory. */
export const MOST_UNSENT = 1_000
const RETRY_MS = 1_000
/** After a message of another version the bus is not healthy for so long: readers ask the database, as without a wire. */
const OTHER_VERSION_MS = 15_000

/** The text that tells every receiver of a gap. */
export const missedNotice = (from: string): string => JSON.stringify({ from, missed: true })

/** What carries text from this process to the others. */
export interface Wire {
  /** Its name in error messages. */
  name: string
  /** Whether text can be sent now. */
  isOpen(): boolean
  /** Rejects when the text may not arrive. */
  send(text: string): Promise<unknown>
}

export interface BusBetween extends Bus {
  /** Resolves when the others are heard for the first time. Pending while they are out of reach. */
  firstHeard: Promise<void>
  /** What arrived. The echo of an own message is dropped. */
  receive(text: string): void
  /** From now on, every message that another process sends arrives. Reports a gap. */
  connected(): void
  disconnected(): void
  /** Tells the others that messages are missing, if some could not be sent. Also done every second. */
  payDebt(): void
}

/**
 * A bus for several processes over one wire. Messages are hints (docs/decisions/0013): an undelivered one is dropped and
 * reported as a gap, here after the wire was down, elsewhere when a message could not be sent.
 */
export function busBetween(wire: Wire, onError: (error: unknown) => void): BusBetween {
  const me = randomUUID()
  /** Delivers messages of this process directly, in order and without the wire. */
  const here = memoryBus(onError)
  const gapListeners = new Set<() => void>()
  let heard = false
  let unsent = 0
  /** A message could not be sent; the others must learn of the gap. */
  let owing = false
  /** Until then a process of another version counts as running. Monotonic milliseconds. */
  let mixedUntil = 0
  let firstTime: () => void = () => {}
  const firstHeard = new Promise<void>((resolve) => {
    firstTime = resolve
  })

  function send(text: string): void {
    if (!wire.isOpen() || unsent >= MOST_UNSENT) {
      owing = true
      return
    }
    unsent++
    wire.send(text).then(
      () => {
        unsent--
      },
      () => {
        unsent--
        owing = true
      },
    )
  }

  function payDebt(): void {
    if (!owing || !wire.isOpen()) return
    owing = false
    send(missedNotice(me))
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

  // A wire that was only slow does not open again.
  const retrying = setInterval(payDebt, RETRY_MS)
  retrying.unref()

  return {
    publish(message) {
      here.publish(message)
      send(JSON.stringify({ from: me, version: BUS_VERSION, message }))
    },
    subscribe: here.subscribe,
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    healthy: () => heard && wire.isOpen() && performance.now() >= mixedUntil,
    firstHeard,
    receive(text) {
      const json = asJson(text)
      const parsed = envelope.safeParse(json)
      if (!parsed.success) {
        const other = ofOtherVersion.safeParse(json)
        if (other.success && other.data.version !== BUS_VERSION) {
          mixedUntil = performance.now() + OTHER_VERSION_MS
          return
        }
        // The text may contain an operation key, so it is not logged.
        onError(new Error(`${wire.name}: se descartó un mensaje ajeno o dañado (${text.length} caracteres).`))
      } else if (parsed.data.from === me) {
        return
      } else if ('missed' in parsed.data) {
        tellGap()
      } else {
        here.publish(parsed.data.message)
      }
    },
    connected() {
      heard = true
      firstTime()
      tellGap()
    },
    disconnected() {
      heard = false
    },
    payDebt,
    async close() {
      clearInterval(retrying)
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
