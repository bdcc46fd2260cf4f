import { change } from './edits.ts'
import { type Entry, isWaiting, type Outbox } from './entry.ts'

/**
 * The entry to send now: the oldest that waits, or whose retraction waits. One at a time and in order across all operations, because the next trip
 * cannot begin on the server before the last one has ended there.
 */
export function nextToSend(box: Outbox): Entry | null {
  return box.entries.find(isWaiting) ?? null
}

/** Notes that `eventId` is about to leave the phone. From then on the server may have it, even when no answer comes. */
export function leaving(box: Outbox, eventId: string): Outbox {
  const entry = box.entries.find((candidate) => candidate.eventId === eventId)
  return entry === undefined || entry.sent ? box : change(box, entry, { sent: true })
}

/** The time of a press as it is sent. */
export interface SentTime {
  /** Epoch milliseconds by the phone's clock. */
  occurredAt: number
  clockOffsetMs: number
}

/**
 * The time to send for `entry`: what the phone said, as it was. `offsetMs` is the phone's offset as measured now, for a
 * press from before the first measurement. The server settles small errors of it and marks larger ones.
 */
export function sentTime({ pressedAt, clockOffsetMs }: Entry, offsetMs: number): SentTime {
  return { occurredAt: pressedAt, clockOffsetMs: clockOffsetMs ?? offsetMs }
}
