import type { EventFilters } from '#contract/http/desk/history'
import type { EventResponse } from '#contract/http/operations'
import { eventLabel } from '#domain/operation/labels'

/** Every filter of the contract. */
type Every<Types extends Record<keyof EventFilters, unknown>> = Types

/** The filters of `GET /api/events` as its query has them. */
export type HistoryFilters = Partial<
  Every<{
    operatorId: number[]
    containerId: string[]
    eventType: string[]
    from: string
    to: string
    position: 'missing' | 'outside'
    q: string
  }>
>

/**
 * What the filters mean, over a plain event of the API; SQL and the page's own rule are compared with it. `operator`: what
 * a list says of who recorded it, both names; the user name alone once the account is gone.
 */
export function listed(
  event: Pick<
    EventResponse,
    | 'userId'
    | 'username'
    | 'containerId'
    | 'displayContainerId'
    | 'eventType'
    | 'timestamp'
    | 'location'
    | 'coordinates'
    | 'stepGrade'
  >,
  { operatorId, containerId, eventType, from, to, position, q, ...forgotten }: HistoryFilters,
  operator = event.username,
): boolean {
  forgotten satisfies Record<string, never>
  const at = Date.parse(event.timestamp)
  const text = q?.trim().toLowerCase()
  return (
    (!operatorId?.length || operatorId.includes(event.userId)) &&
    (!containerId?.length ||
      containerId.includes(event.containerId) ||
      containerId.includes(event.displayContainerId)) &&
    (!eventType?.length || eventType.includes(event.eventType)) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to)) &&
    (position !== 'missing' || event.coordinates === null) &&
    (position !== 'outside' || event.stepGrade?.where === 'outside') &&
    (!text ||
      [
        event.displayContainerId,
        operator,
        event.location ?? '',
        eventLabel(event.eventType),
        event.eventType,
      ].some((field) => field.toLowerCase().includes(text)))
  )
}
