import { prune } from './edits.ts'
import type { KnownOperation, Outbox } from './entry.ts'

/**
 * Applies the answer of a poll that was sent at `revision`. Stale answers are dropped: those from before a delivery,
 * and those with an older version than this phone knows, because another process may have answered from a board that is
 * behind. A newer version is believed also when its state is an earlier one: the supervisor has taken back an event.
 */
export function learn(box: Outbox, known: KnownOperation | null, revision: number): Outbox {
  if (box.revision !== revision || (known !== null && isBehind(box, known))) return box
  if (box.asked && sameOperation(box.known, known)) return box
  return prune({ ...box, known, asked: true, revision: revision + 1 })
}

const isBehind = ({ known, endedKey, endedVersion }: Outbox, told: KnownOperation): boolean =>
  (told.key === endedKey && (endedVersion === null || told.version <= endedVersion)) ||
  (told.key === known?.key && told.version < known.version)

const sameOperation = (a: KnownOperation | null, b: KnownOperation | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.key === b.key &&
    a.version === b.version &&
    a.newestEventAt === b.newestEventAt &&
    a.newestEventType === b.newestEventType)
