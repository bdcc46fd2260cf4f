import {
  EVENT_TYPES,
  type EventType,
  isEventType,
  OPERATION_TYPES,
  type OperationType,
  workflowRow,
} from '../operation/steps.ts'

/** Events of one type; with an operation type, of such operations only. */
export interface EventSelector {
  eventType: EventType
  operationType: OperationType | null
}

const every = (eventType: EventType): EventSelector => ({ eventType, operationType: null })

/** Selects `eventType` where the table gives it `word`: for both operation types, for one, or not at all. */
function selectorsFor(word: string, eventType: EventType): readonly EventSelector[] {
  const types = OPERATION_TYPES.filter((type) => workflowRow(type, eventType).kpiWords.includes(word))
  if (types.length === OPERATION_TYPES.length) return [every(eventType)]
  return types.map((operationType) => ({ eventType, operationType }))
}

const OLD_WORDS = new Set(
  EVENT_TYPES.flatMap((event) => OPERATION_TYPES.flatMap((type) => workflowRow(type, event).kpiWords)),
)

/**
 * The vocabulary of the KPI filter: the recorded event types, and the words that it has kept from older days. Those are
 * never stored: each means the events that open the interval it names.
 */
export const KPI_EVENT_WORDS: readonly string[] = [...EVENT_TYPES, ...OLD_WORDS]

export function isKpiEventWord(word: string): boolean {
  return KPI_EVENT_WORDS.includes(word)
}

/** What one word of the filter selects; nothing for a word that is not one. */
export function selectorsOf(word: string): readonly EventSelector[] {
  if (isEventType(word)) return [every(word)]
  return EVENT_TYPES.flatMap((eventType) => selectorsFor(word, eventType))
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
