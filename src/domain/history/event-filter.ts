import { eventLabel } from '../operation/labels.ts'
import { EVENT_TYPES, type EventType } from '../operation/steps.ts'

/** What narrows the history. All of it combines with AND, the values of one list with OR; an empty list takes all. */
export interface EventFilter {
  operatorIds: readonly number[]
  /** Operation keys or container numbers. */
  containers: readonly string[]
  eventTypes: readonly EventType[]
  /** Epoch milliseconds, included; null: no bound. */
  from: number | null
  /** Epoch milliseconds, excluded; null: no bound. */
  before: number | null
  /** Found in container number, user name, place, event type or its label, whatever the capitals; '': not asked for. */
  text: string
}

/** What the filter looks at in an event. */
export interface FilteredEvent {
  userId: number
  username: string
  operationKey: string
  containerNumber: string
  eventType: EventType
  /** Epoch milliseconds. */
  occurredAt: number
  location: string | null
}

/** Event types whose name or label contains the text. */
export function eventTypesCalled(text: string): EventType[] {
  const wanted = text.toLowerCase()
  return EVENT_TYPES.filter(
    (type) => type.includes(wanted) || eventLabel(type).toLowerCase().includes(wanted),
  )
}

/** Whether the history lists this event. The server asks its index the same; the page asks here for live events. */
export function matchesFilter(event: FilteredEvent, filter: EventFilter): boolean {
  const { operatorIds, containers, eventTypes, from, before, text } = filter
  if (operatorIds.length > 0 && !operatorIds.includes(event.userId)) return false
  if (eventTypes.length > 0 && !eventTypes.includes(event.eventType)) return false
  if (from !== null && event.occurredAt < from) return false
  if (before !== null && event.occurredAt >= before) return false
  const names = [event.operationKey, event.containerNumber]
  if (containers.length > 0 && !containers.some((wanted) => names.includes(wanted))) return false
  if (text === '' || eventTypesCalled(text).includes(event.eventType)) return true
  const wanted = text.toLowerCase()
  return [event.containerNumber, event.username, event.location ?? ''].some((found) =>
    found.toLowerCase().includes(wanted),
  )
}
