import { RETRACTION_MS } from '../operation/retraction.ts'
import { type Entry, isStart, type Outbox, type Undo } from './entry.ts'

/**
 * The press that the driver can take back at `now` (epoch milliseconds by the phone's clock): the newest, within 60 s, one
 * at a time. Taking back a start cancels the operation.
 */
export function undoable(box: Outbox, now: number): Entry | null {
  const newest = box.entries.at(-1)
  if (!newest || newest.status === 'refused' || box.entries.some(({ undo }) => undo)) return null
  if (now < newest.pressedAt || now - newest.pressedAt >= RETRACTION_MS) return null
  if (newest.status === 'waiting' && newest.sent === false) return newest
  if (!isStart(newest) && !newest.before) return null
  return newest.status === 'waiting' || isNewestOnServer(box, newest) ? newest : null
}

function isNewestOnServer(
  { known, endedKey }: Outbox,
  { operationKey, eventType, position }: Entry,
): boolean {
  // Absent in an entry of an older version of the page.
  if (position == null) return false
  if (eventType === 'end_trip') return known === null && endedKey === operationKey
  return known?.key === operationKey && known.newestEventType === eventType
}

/**
 * Takes back the press `eventId`. One that has never left the phone is removed; else its retraction waits to be sent after
 * it. The same outbox: it can no longer be taken back.
 */
export function takeBack(box: Outbox, eventId: string, undo: Undo): Outbox {
  const entry = undoable(box, undo.pressedAt)
  if (entry?.eventId !== eventId) return box
  const leftThePhone = entry.status !== 'waiting' || entry.sent
  return {
    ...box,
    entries: leftThePhone
      ? box.entries.map((other) => (other === entry ? { ...entry, undo } : other))
      : box.entries.filter((other) => other !== entry),
  }
}
