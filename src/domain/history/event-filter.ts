import { eventLabel } from '../operation/labels.ts'
import { EVENT_TYPES, type EventType } from '../operation/steps.ts'

/** The filters of the history. They combine with AND, the values of one list with OR; an empty list matches all. */
export interface EventFilter {
  operatorIds: readonly number[]
  /** Operation keys or container numbers. */
  containers: readonly string[]
  eventTypes: readonly EventType[]
  /** Epoch milliseconds, included; null: no bound. */
  from: number | null
  /** Epoch milliseconds, excluded; null: no bound. */
  before: number | null
  /** Case-insensitive search in container number, both names of the operator, place, event type and its label; '': no search. */
  text: string
  /** Only steps outside their place. */
  outside: boolean
}

/** The fields of an event that the filter reads. */
export interface FilteredEvent {
  userId: number
  /** Both names (`bothNames`); the user name alone once the account is gone. */
  operator: string
  operationKey: string
  containerNumber: string
  eventType: EventType
  /** Epoch milliseconds. */
  occurredAt: number
  location: string | null
  /** A step outside its place. */
  outside: boolean
}

/** Event types whose name or label contains the text. */
export function eventTypesCalled(text: string): EventType[] {
  const wanted = text.toLowerCase()
  return EVENT_TYPES.filter(
    (type) => type.includes(wanted) || eventLabel(type).toLowerCase().includes(wanted),
  )
}

/** Whether an event matches. The page applies this rule to live events; the server has the same rule in SQL. */
export function matchesFilter(event: FilteredEvent, filter: EventFilter): boolean {
  const { operatorIds, containers, eventTypes, from, before, text, outside, ...forgotten } = filter
  forgotten satisfies Record<string, never>
  if (outside && !event.outside) return false
  if (operatorIds.length > 0 && !operatorIds.includes(event.userId)) return false
  if (eventTypes.length > 0 && !eventTypes.includes(event.eventType)) return false
  if (from !== null && event.occurredAt < from) return false
  if (before !== null && event.occurredAt >= before) return false
  const names = [event.operationKey, event.containerNumber]
  if (containers.length > 0 && !containers.some((wanted) => names.includes(wanted))) return false
  if (text === '' || eventTypesCalled(text).includes(event.eventType)) return true
  const wanted = text.toLowerCase()
  return [event.containerNumber, event.operator, event.location ?? ''].some((found) =>
    found.toLowerCase().includes(wanted),
  )
}
