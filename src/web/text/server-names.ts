import { COMPLETED_LABEL, eventLabel, statusLabel } from '#domain/operation/labels'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import type { LabelWords } from './es/labels.ts'

/** The domain's words for events and states, as the server sends them, each with what `labels` call the same thing. */
export const serverNames = (labels: LabelWords): ReadonlyMap<string, string> =>
  new Map([
    [COMPLETED_LABEL, labels.completed],
    ...EVENT_TYPES.flatMap((event): [string, string][] => [
      ...OPERATION_TYPES.map((type): [string, string] => [
        statusLabel(type, event),
        labels.statusLabel(type, event),
      ]),
      [eventLabel(event), labels.eventLabel(event)],
    ]),
  ])
