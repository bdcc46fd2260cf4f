import { EVENT_TYPES, type EventType, isEventType, type OperationType } from '../operation/steps.ts'

/** Events of one type; with an operation type, of such operations only. */
export interface EventSelector {
  eventType: EventType
  operationType: OperationType | null
}

const every = (...types: EventType[]): readonly EventSelector[] =>
  types.map((eventType) => ({ eventType, operationType: null }))

const parked = (operationType: OperationType): readonly EventSelector[] => [
  { eventType: 'vehicle_parked', operationType },
]

/**
 * The vocabulary that the KPI filter has kept from older days. These words are never stored: each stands for recorded
 * events, namely for those that open the interval it speaks of.
 */
const ALIASES: Readonly<Record<string, readonly EventSelector[]>> = {
  arrive_park: every('arrived_at_park'),
  waiting_access: every('arrived_at_park'),
  parking: every('access_granted'),
  start_loading: parked('load'),
  during_loading: parked('load'),
  start_unloading: parked('unload'),
  during_unloading: parked('unload'),
  end_loading: every('load_complete'),
  end_unloading: every('unload_complete'),
  waiting_exit: every('load_complete', 'unload_complete'),
  driving_to_park: every('en_route', 'resume_route'),
  driving_to_destination: every('exit_park'),
}

export const KPI_EVENT_WORDS: readonly string[] = [...EVENT_TYPES, ...Object.keys(ALIASES)]

export function isKpiEventWord(word: string): boolean {
  return KPI_EVENT_WORDS.includes(word)
}

/** What one word of the filter selects; nothing for a word that is not one. */
export function selectorsOf(word: string): readonly EventSelector[] {
  if (isEventType(word)) return every(word)
  return Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? []) : []
}

/** The filter as a whole; null when it is empty and so selects every event. */
export function selectEvents(words: readonly string[]): readonly EventSelector[] | null {
  return words.length === 0 ? null : words.flatMap(selectorsOf)
}

export function isSelected(
  selectors: readonly EventSelector[] | null,
  event: { eventType: EventType; operationType: OperationType },
): boolean {
  return (
    selectors === null ||
    selectors.some(
      (s) =>
        s.eventType === event.eventType &&
        (s.operationType === null || s.operationType === event.operationType),
    )
  )
}
