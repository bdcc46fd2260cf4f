import type { Fix } from '#domain/outbox/entry'
import type { Moment } from '#domain/outbox/press'
import { exactFix, wantsBetter } from './warm-fix.ts'

export type Positions = ReturnType<typeof createPositions>

/** The presses whose position is being looked for. `attach` adds the position that was found to its press. */
export function createPositions(attach: (eventId: string, fix: Fix) => Promise<unknown>) {
  const searches = new Map<string, Promise<void>>()
  return {
    /** Looks for an exact position where the press has a poor one or none. */
    lookFor({ eventId, pressedAt, fix }: Moment) {
      if (!wantsBetter(fix)) return
      const found = exactFix(pressedAt).then(async (better) => {
        if (better) await attach(eventId, better)
      })
      searches.set(
        eventId,
        found.catch(() => undefined).finally(() => searches.delete(eventId)),
      )
    },
    /** Settles when the press need not wait for its position any longer. Never rejects. */
    settled: (eventId: string): Promise<void> => searches.get(eventId) ?? Promise.resolve(),
  }
}
