import type { EventFilter } from '#domain/history/event-filter'
import { type EventType, isEventType } from '#domain/operation/steps'
import { eventSearch } from '../../../api/desk/events.ts'
import { idsOf, withValues } from '../../../lib/filters-in-address.ts'
import { dayStart } from '../../../lib/time/day-start.ts'

/** The filters of the history. They combine with AND, several values of one list with OR. */
export interface Filters {
  operator: number | null
  /** Container number, or operation key. */
  container: string | null
  /** Days `yyyy-MM-dd` of the product's zone, both included. */
  from: string | null
  to: string | null
  text: string
  operators: readonly number[]
  containers: readonly string[]
  eventTypes: readonly EventType[]
  /** Only steps outside their place. */
  position: 'outside' | null
}

export const NO_FILTERS: Filters = {
  operator: null,
  container: null,
  from: null,
  to: null,
  text: '',
  operators: [],
  containers: [],
  eventTypes: [],
  position: null,
}

const TEXT_MAX = 100

/** Names of the parameters in the address, beside those of other tabs. */
const NAMES = {
  operator: 'log.operador',
  container: 'log.contenedor',
  from: 'log.desde',
  to: 'log.hasta',
  text: 'log.texto',
  operators: 'log.operadores',
  containers: 'log.contenedores',
  eventTypes: 'log.eventos',
  position: 'log.posicion',
} as const

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))

const textsOf = (values: readonly string[]): string[] =>
  values.filter((value) => value !== '' && value.length <= 80)

/** Pasted text brings tabs and line breaks, which the server rejects. */
const searchable = (value: string): string => value.replace(/\p{Cc}+/gu, ' ').slice(0, TEXT_MAX)

/** The filters in an address; invalid values are ignored. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search)
  const one = (name: string): string[] => params.getAll(name).slice(0, 1)
  const day = (name: string): string | null => one(name).find(isDay) ?? null
  return {
    operator: idsOf(one(NAMES.operator))[0] ?? null,
    container: textsOf(one(NAMES.container))[0] ?? null,
    from: day(NAMES.from),
    to: day(NAMES.to),
    text: searchable(params.get(NAMES.text) ?? ''),
    operators: idsOf(params.getAll(NAMES.operators)),
    containers: textsOf(params.getAll(NAMES.containers)),
    eventTypes: params.getAll(NAMES.eventTypes).filter(isEventType),
    position: params.get(NAMES.position) === 'outside' ? 'outside' : null,
  }
}

/** The query string of the address with these filters; other parameters stay. Without a leading '?'. */
export const writeFilters = (search: string, filters: Filters): string => withValues(search, NAMES, filters)

const isSet = (value: Filters[keyof Filters]): boolean =>
  typeof value === 'object' && value !== null ? value.length > 0 : value !== null && `${value}`.trim() !== ''

/** How many filters are set; a list counts as one, and so do both days. */
export const countFilters = ({ from, to, ...others }: Filters): number =>
  [from ?? to, ...Object.values(others)].filter(isSet).length

const numberOf = (container: string): string => container.split('_')[0] ?? container

/** What a filter by `a` and by `b` selects; null: nothing. Each is a container number or an operation key. */
function sameContainer(a: string, b: string): string | null {
  if (a === b) return a
  if (numberOf(a) !== numberOf(b)) return null
  // A number stands for all its operations, a key for one; two keys are two operations.
  if (a === numberOf(a)) return b
  return b === numberOf(b) ? a : null
}

/**
 * The filters as one list of each kind, with instants instead of days. `zone`: time zone of the days. Null: they
 * contradict each other, and nothing can match.
 */
export function narrow(filters: Filters, zone: string): EventFilter | null {
  const { operator, container, from: firstDay, to: lastDay, text, ...others } = filters
  const { operators, containers, eventTypes, position, ...forgotten } = others
  forgotten satisfies Record<string, never>
  const operatorIds =
    operator === null
      ? operators
      : operators.length === 0 || operators.includes(operator)
        ? [operator]
        : undefined
  const containerList =
    container === null
      ? containers
      : containers.length === 0
        ? [container]
        : containers.map((each) => sameContainer(each, container)).filter((each) => each !== null)
  const none = operatorIds === undefined || (container !== null && containerList.length === 0)
  const from = firstDay === null ? null : dayStart(firstDay, zone)
  const before = lastDay === null ? null : dayStart(lastDay, zone, 1)
  if (none || (from !== null && before !== null && from >= before)) return null
  return {
    operatorIds,
    containers: [...new Set(containerList)],
    eventTypes,
    from,
    before,
    text: text.trim(),
    outside: position === 'outside',
  }
}

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** The query string of the list and of its export. */
export function toSearch(filter: EventFilter): string {
  const { operatorIds, containers, eventTypes, from, before, text, outside, ...forgotten } = filter
  forgotten satisfies Record<string, never>
  return eventSearch({
    operatorIds,
    containers,
    eventTypes,
    from: instant(from),
    to: instant(before),
    text,
    ...(outside ? { position: 'outside' } : {}),
  })
}
