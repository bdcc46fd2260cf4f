import type { Role } from './role.ts'

/** After how many minutes without a person a desk may end; 0: never. */
export const IDLE_MINUTES = [0, 15, 30, 60, 120, 240, 480] as const

/** A page reports that a person is there at most this often. */
export const ACTIVITY_EVERY_MS = 60_000

/**
 * From when on the session is over, epoch milliseconds; null: it does not end by itself. A report later than the page itself, so
 * that the page can say why. Drivers are left out: their phones wait between two steps.
 */
export const idleEndOf = (
  { role, activeAt }: { role: Role; activeAt: number },
  minutes: number,
): number | null =>
  role === 'supervisor' && minutes > 0 ? activeAt + minutes * 60_000 + ACTIVITY_EVERY_MS : null
