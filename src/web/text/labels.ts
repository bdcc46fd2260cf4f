import type { Place } from '#domain/geo/place-name'
import { eventLabel as spanishEvent, statusLabel as spanishStatus } from '#domain/operation/labels'
import {
  EVENT_TYPES,
  type EventType,
  OPERATION_TYPES,
  type OperationType,
  type Phase,
} from '#domain/operation/steps'
import { loadWords } from './load-words.ts'

const { labels } = await loadWords('page')

export const { eventLabel, statusLabel, completed: COMPLETED_LABEL } = labels

/** One word for what is going on. */
export const phaseWord = (phase: Phase): string => labels.phases[phase]

/** The status on the operator's own screen: after a resume the trip simply goes on. */
export const operatorStatusLabel = (operationType: OperationType, eventType: EventType): string =>
  statusLabel(operationType, eventType === 'resume_route' ? 'en_route' : eventType)

const named = new Map(
  EVENT_TYPES.flatMap((event): [string, string][] => [
    ...OPERATION_TYPES.map((type): [string, string] => [
      spanishStatus(type, event),
      statusLabel(type, event),
    ]),
    [spanishEvent(event), eventLabel(event)],
  ]),
)

/** An event or a state that figures and saved reports name by the domain's Spanish label. */
export const namedLabel = (spanish: string): string => named.get(spanish) ?? spanish

/** Where something happened; `location` is the Spanish sentence, for what was recorded without `place`. */
export const placeText = ({
  place,
  location,
}: {
  place?: Place | null | undefined
  location: string | null
}): string | null => (place ? labels.place(place) : location)
