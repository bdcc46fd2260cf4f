import { type EventSelector, selectEvents } from '#domain/kpi/event-words'
import type { EventType } from '#domain/operation/steps'
import { eventSearch } from '../../../api/desk/events.ts'
import { kpiSearch as criteriaSearch } from '../../../api/desk/kpis.ts'
import type { Operation } from '../../../api/operation.ts'
import { idsOf, withValues } from '../../../lib/filters-in-address.ts'
import { kpisText as text } from '../../../text/desk.ts'

/** The filters of the figures. `month` null: the current month. */
export interface KpiFilters {
  month: string | null
  /** The one operator of the main filter; null: 'todos'. */
  operator: number | null
  operators: readonly number[]
  /** Container numbers. */
  containers: readonly string[]
  /** Words of EVENT_FILTER. */
  eventTypes: readonly string[]
}

export const NO_FILTERS: KpiFilters = {
  month: null,
  operator: null,
  operators: [],
  containers: [],
  eventTypes: [],
}

/** Names of the parameters in the address, beside those of other tabs. */
const NAMES = {
  month: 'kpi.mes',
  operator: 'kpi.operador',
  operators: 'kpi.operadores',
  containers: 'kpi.contenedores',
  eventTypes: 'kpi.eventos',
} as const

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/
const NUMBER = /^[A-Z]{4}\d{7}$/

/** The filters in an address; invalid values are ignored. */
export function readFilters(search: string): KpiFilters {
  const params = new URLSearchParams(search)
  const month = params.get(NAMES.month)
  const [operator = null] = idsOf(params.getAll(NAMES.operator))
  return {
    month: month !== null && MONTH.test(month) ? month : null,
    operator,
    operators: operator === null ? idsOf(params.getAll(NAMES.operators)) : [],
    containers: params.getAll(NAMES.containers).filter((value) => NUMBER.test(value)),
    eventTypes: params.getAll(NAMES.eventTypes).filter((value) => Object.hasOwn(text.eventWords, value)),
  }
}

/** The query string of the address with these filters; other parameters stay. Without a leading '?'. */
export const writeFilters = (search: string, filters: KpiFilters): string =>
  withValues(search, NAMES, filters)

/** The options of the filter by event type. */
export const EVENT_FILTER: readonly { value: string; label: string }[] = Object.entries(text.eventWords).map(
  ([value, label]) => ({ value, label }),
)

/** Choosing one operator clears the list of several, and the other way round: both would contradict each other. */
export const withOperator = (filters: KpiFilters, operator: number | null): KpiFilters => ({
  ...filters,
  operator,
  operators: [],
})
export const withOperators = (filters: KpiFilters, operators: readonly number[]): KpiFilters => ({
  ...filters,
  operator: null,
  operators,
})

export const advancedCount = ({ operators, containers, eventTypes }: KpiFilters): number =>
  operators.length + containers.length + eventTypes.length

const operatorIds = ({ operator, operators }: KpiFilters): readonly number[] =>
  operator === null ? operators : [operator]

/** The query string of the figures; equal filters give equal strings. */
export function kpiSearch(filters: KpiFilters): string {
  const { month, containers: containerNumbers, eventTypes } = filters
  return criteriaSearch({ month, operatorIds: operatorIds(filters), containerNumbers, eventTypes })
}

/** The events behind a figure: of these types (null: any), in this period. */
export interface EventsWanted {
  types: readonly EventType[] | null
  from: string
  to: string
  lacks?: 'position'
}

/** Selects the events of both the figure and the filter; null: any. */
export function selectorsFor(
  filters: KpiFilters,
  types: EventsWanted['types'],
): readonly EventSelector[] | null {
  const chosen = selectEvents(filters.eventTypes)
  if (types === null) return chosen
  if (chosen === null) return types.map((eventType) => ({ eventType, operationType: null }))
  return chosen.filter(({ eventType }) => types.includes(eventType))
}

/** The query string of the events behind a figure; null: these filters leave none. */
export function eventsSearch(filters: KpiFilters, wanted: EventsWanted): string | null {
  const selectors = selectorsFor(filters, wanted.types)
  if (selectors?.length === 0) return null
  return eventSearch({
    operatorIds: operatorIds(filters),
    containers: filters.containers,
    eventTypes: new Set(selectors?.map(({ eventType }) => eventType)),
    from: wanted.from,
    to: wanted.to,
    ...(wanted.lacks === 'position' ? { position: 'missing' } : {}),
  })
}

/** Whether an active operation matches these filters. Event types select events, not operations. */
export function includesOperation(
  filters: KpiFilters,
  operation: Pick<Operation, 'userId' | 'containerNumber'>,
): boolean {
  const ids = operatorIds(filters)
  return (
    (ids.length === 0 || ids.includes(operation.userId)) &&
    (filters.containers.length === 0 || filters.containers.includes(operation.containerNumber))
  )
}
