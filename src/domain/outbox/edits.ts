import { type Entry, isWaiting, type Outbox, type Refusal } from './entry.ts'
import { standing } from './standing.ts'

/** The outbox with each press replaced by what `to` makes of it. */
export const mapEntries = (box: Outbox, to: (entry: Entry) => Entry): Outbox => ({
  ...box,
  entries: box.entries.map(to),
})

/** The outbox with `changes` to this press. */
export const change = (box: Outbox, { eventId }: Entry, changes: Partial<Entry>): Outbox =>
  mapEntries(box, (other) => (other.eventId === eventId ? { ...other, ...changes } : other))

/** The outbox without this press. */
export const without = (box: Outbox, { eventId }: Entry): Outbox => ({
  ...box,
  entries: box.entries.filter((other) => other.eventId !== eventId),
})

/** A press that the server did not take. */
export const refuse = (entry: Entry, refusal: Refusal): Entry => ({ ...entry, status: 'refused', refusal })

/** Tells which presses wait behind `entry` in its operation. */
export const follower =
  (entry: Entry) =>
  (other: Entry): boolean =>
    isWaiting(other) &&
    !other.undo &&
    other.order > entry.order &&
    other.localOperationId === entry.localOperationId

/** Refuses the presses that came after `entry` in its operation. */
export function refuseFollowers(box: Outbox, entry: Entry): Outbox {
  const follows = follower(entry)
  return mapEntries(box, (other) =>
    follows(other) ? refuse(other, { code: 'depends_on', sentence: null }) : other,
  )
}

/** The outbox in which all presses of this operation have the server's key of it. */
export const withKey = (box: Outbox, { localOperationId }: Entry, operationKey: string): Outbox =>
  mapEntries(box, (other) =>
    other.localOperationId === localOperationId ? { ...other, operationKey } : other,
  )

/**
 * Removes the delivered entries of ended operations, except the newest press, which can be undone. Refused ones stay until
 * the driver dismisses them.
 */
export function prune(box: Outbox): Outbox {
  const kept = new Set<string>(box.entries.filter(isWaiting).map((entry) => entry.localOperationId))
  const newest = box.entries.at(-1)
  const current = standing(box, 0)
  if (current !== null) kept.add(current.id)
  const stays = (entry: Entry) =>
    entry.status !== 'delivered' ||
    entry === newest ||
    kept.has(entry.localOperationId) ||
    (entry.operationKey !== null && entry.operationKey === box.known?.key)
  return box.entries.every(stays) ? box : { ...box, entries: box.entries.filter(stays) }
}
