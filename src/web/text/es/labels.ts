import type { Place } from '#domain/geo/place-name'
import { COMPLETED_LABEL, eventLabel, statusLabel } from '#domain/operation/labels'
import type { Phase } from '#domain/operation/steps'

/** Events and states: in Spanish the workflow table words them itself. */
export const labels = {
  /** One event in a list. */
  eventLabel,
  /** The status that supervisors and the tracking page show. */
  statusLabel,
  /** The last place of the tracker. */
  completed: COMPLETED_LABEL,
  place: ({ name, km }: Place) => (km === null ? name : `a ${km} km de ${name}`),
  phases: {
    driving: 'En camino',
    waiting: 'En espera',
    working: 'En maniobra',
    stopped: 'Detenido',
    done: 'Terminado',
  } satisfies Record<Phase, string>,
} as const
