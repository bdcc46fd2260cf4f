import type { ActivityKind } from '#domain/operation/steps'
import type { PhaseColour } from './phase.tsx'

/** The colour of productive, unproductive and neutral time, the same on every screen. */
export const TIME_COLOURS: Readonly<Record<ActivityKind, PhaseColour>> = {
  productive: 'working',
  unproductive: 'stopped',
  neutral: 'stale',
}
