import type { FeaturesResponse } from '#contract/http/entitlements'
import type { LiveMessage } from '#contract/live/messages'
import { type Cursor, caughtUp, cursorAt, hasGap, isKnown, take } from '#domain/live/catch-up'
import {
  type Correction,
  type Destination,
  type FeedRecord,
  type Operation,
  type OperationEvent,
  toCorrection,
  toDestination,
  toEvent,
  toOperation,
} from '../operation.ts'
import { type Alert, toAlert } from './alerts.ts'

/**
 * What the features receive. Every event and every correction arrives once, except an event that was retracted before it
 * came; operations may repeat, with the same `seq`.
 */
export type LiveChange =
  | { type: 'event'; event: OperationEvent }
  /** What lists say of its operation must be refetched. */
  | { type: 'correction'; correction: Correction }
  | { type: 'operation'; operation: Operation; seq: number }
  /** Premium features were opened or closed. */
  | { type: 'entitlements'; features: FeaturesResponse }
  /** Something may have been missed: lists must be refetched now. */
  | { type: 'resync' }
  /** An active operation was given another place or client. */
  | { type: 'destination'; destination: Destination }
  /** Raised, escalated, handled or closed. */
  | { type: 'alert'; alert: Alert }

export interface LiveFeedDeps {
  /** Events and corrections above `after`, oldest first, at most `limit`. */
  fetchEvents(after: number, limit: number): Promise<readonly FeedRecord[]>
  /** Whether a rejected `fetchEvents` means that this user may not read events at all. */
  isDenied(error: unknown): boolean
  emit(change: LiveChange): void
}

export interface LiveFeed {
  hear(message: LiveMessage): void
  /** Cancels a running catch-up; the cursors stay for the reconnection. */
  pause(): void
  /** Another user: forgets the cursors. */
  reset(): void
}

export const CATCH_UP_LIMIT = 1000
/** Long enough for two messages that overtook each other, too short to be noticed. */
const GAP_DEBOUNCE_MS = 150
const RETRY_MS = 3000

const nextOf = (cursor: Cursor | null): number | null => (cursor === null ? null : cursor.upTo + 1)

const isOpen = (cursor: Cursor | null, missed: number | null): boolean =>
  cursor !== null && missed !== null && cursor.upTo < missed

/**
 * Tracks a supervisor's sequence numbers and fetches what is missing. Operations and events have a cursor each, because
 * they come in separate messages and either may be lost.
 */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeed {
  let operations: Cursor | null = null
  let events: Cursor | null = null
  let announced = 0
  /** Number of the newest correction that came. */
  let corrected = 0
  let eventsDenied = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Number of the current catch-up; answers to an older one are stale and ignored. */
  let round = 0
  let busy = false

  const missing = (cursor: Cursor | null): boolean => cursor !== null && hasGap(cursor, announced)
  const missingEvents = (): boolean => !eventsDenied && missing(events)

  function later(delay: number, work: () => void): void {
    if (timer !== undefined || busy) return
    timer = setTimeout(() => {
      timer = undefined
      work()
    }, delay)
  }

  /** Debounces, then catches up if the numbers that are missing now still are. */
  function look(): void {
    const operation = missing(operations) ? nextOf(operations) : null
    const event = missingEvents() ? nextOf(events) : null
    if (operation === null && event === null) return
    later(GAP_DEBOUNCE_MS, () => {
      // On a busy day some newer number is always under way: that is no gap yet.
      if (isOpen(operations, operation) || isOpen(events, event)) void catchUp()
      else look()
    })
  }

  function takeRecord(record: FeedRecord): void {
    if (events === null || isKnown(events, record.seq)) return
    events = take(events, record.seq)
    if ('correctionId' in record) {
      corrected = Math.max(corrected, record.seq)
      deps.emit({ type: 'correction', correction: record })
    } else if (!record.retracted) deps.emit({ type: 'event', event: record })
  }

  function resync(): void {
    // A list that is requested from now on holds everything up to `announced`.
    if (operations) operations = caughtUp(operations, announced)
    deps.emit({ type: 'resync' })
  }

  async function fetchMissingEvents(mine: number): Promise<void> {
    const target = announced
    while (events !== null) {
      const page = await deps.fetchEvents(events.upTo, CATCH_UP_LIMIT)
      if (mine !== round) return
      for (const record of page) takeRecord(record)
      const last = page.at(-1)
      if (last) events = caughtUp(events, last.seq)
      if (page.length < CATCH_UP_LIMIT) break
    }
    // A number that was announced before the answer and is not in it does not exist: retrying would never end.
    if (events) events = caughtUp(events, target)
  }

  async function catchUp(): Promise<void> {
    const mine = ++round
    busy = true
    let retry = false
    if (missing(operations)) resync()
    try {
      if (missingEvents()) await fetchMissingEvents(mine)
    } catch (error) {
      if (mine !== round) return
      if (deps.isDenied(error)) eventsDenied = true
      else retry = true
    }
    if (mine !== round) return
    busy = false
    if (retry) later(RETRY_MS, () => void catchUp())
    else look()
  }

  function stopWork(): void {
    round++
    busy = false
    clearTimeout(timer)
    timer = undefined
  }

  function hello(seq: number): void {
    stopWork()
    eventsDenied = false
    announced = Math.max(announced, seq)
    // What happened before the first hello is in the lists that the page fetches.
    operations ??= cursorAt(seq)
    events ??= cursorAt(seq)
    resync()
    if (missingEvents()) void catchUp()
  }

  return {
    hear(message) {
      if (message.type === 'hello') {
        hello(message.payload.seq)
      } else if (message.type === 'event_update') {
        announced = Math.max(announced, message.payload.seq)
        takeRecord(toEvent(message.payload))
        // Overtaken by a correction, which may be of this event: the message does not show it.
        if (message.payload.seq < corrected) resync()
        look()
      } else if (message.type === 'correction_update') {
        announced = Math.max(announced, message.payload.seq)
        takeRecord(toCorrection(message.payload))
        look()
      } else if (message.type === 'operation_update') {
        announced = Math.max(announced, message.seq)
        if (operations) operations = take(operations, message.seq)
        deps.emit({ type: 'operation', operation: toOperation(message.payload), seq: message.seq })
        look()
      } else if (message.type === 'destination_update') {
        deps.emit({ type: 'destination', destination: toDestination(message.payload) })
      } else if (message.type === 'alert_update') {
        deps.emit({ type: 'alert', alert: toAlert(message.payload) })
      } else if (message.type === 'entitlements_update') {
        eventsDenied = false
        deps.emit({ type: 'entitlements', features: message.payload })
        resync()
        look()
      }
    },
    pause: stopWork,
    reset() {
      stopWork()
      operations = null
      events = null
      announced = 0
      corrected = 0
      eventsDenied = false
    },
  }
}
