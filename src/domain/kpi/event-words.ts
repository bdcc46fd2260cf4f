import {
  EVENT_TYPES,
  type EventType,
  isEventType,
  OPERATION_TYPES,
  type OperationType,
  workflowRow,
} from '../operation/steps.ts'

/** Selects events of one type; `operationType` null: of both operation types. */
export interface EventSelector {
  eventType: EventType
  operationType: OperationType | null
}

const every = (eventType: EventType): EventSelector => ({ eventType, operationType: null })

/** Selects `eventType` in the operation types for which the table gives it `word`. */
function selectorsFor(word: string, eventType: EventType): readonly EventSelector[] {
  const types = OPERATION_TYPES.filter((type) => workflowRow(type, eventType).kpiWords.includes(word))
  if (types.length === OPERATION_TYPES.length) return [every(eventType)]
  return types.map((operationType) => ({ eventType, operationType }))
}

const OLD_WORDS = new Set(
  EVENT_TYPES.flatMap((event) => OPERATION_TYPES.flatMap((type) => workflowRow(type, event).kpiWords)),
)

/**
 * The vocabulary of the KPI filter: the recorded event types and its old words. An old word is never stored; it selects
 * the events that open the interval it names.
 */
export const KPI_EVENT_WORDS: readonly string[] = [...EVENT_TYPES, ...OLD_WORDS]

export function isKpiEventWord(word: string): boolean {
  return KPI_EVENT_WORDS.includes(word)
}

/** What one word of the filter selects; an unknown word selects nothing. */
export function selectorsOf(word: string): readonly EventSelector[] {
  if (isEventType(word)) return [every(word)]
  return EVENT_TYPES.flatMap((eventType) => selectorsFor(word, eventType))
}

/** What all words of the filter select; null: the filter is empty and selects every event. */
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
