import type { EventFilter } from '#domain/history/event-filter'
import { type EventType, isEventType } from '#domain/operation/steps'
import { eventSearch } from '../../api/events.ts'
import { dayStart } from '../../lib/day-start.ts'

/** What the person narrows the history with. All of it combines with AND, several values of one list with OR. */
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
}

const TEXT_MAX = 100

/** Of a parameter's name in the address; other tabs keep theirs beside them. */
const NAMES = {
  operator: 'log.operador',
  container: 'log.contenedor',
  from: 'log.desde',
  to: 'log.hasta',
  text: 'log.texto',
  operators: 'log.operadores',
  containers: 'log.contenedores',
  eventTypes: 'log.eventos',
} as const

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))

const idsOf = (values: readonly string[]): number[] =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)

const textsOf = (values: readonly string[]): string[] =>
  values.filter((value) => value !== '' && value.length <= 80)

/** Tabs and line breaks come along when text is pasted; the server refuses them. */
const searchable = (value: string): string => value.replace(/\p{Cc}+/gu, ' ').slice(0, TEXT_MAX)

/** The filters in an address; what is no valid value is as if it were not there. */
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
  }
}

/** The address's query with these filters; parameters that are not ours stay. Without a leading '?'. */
export function writeFilters(search: string, filters: Filters): string {
  const params = new URLSearchParams(search)
  for (const name of Object.values(NAMES)) params.delete(name)
  for (const [key, name] of Object.entries(NAMES)) {
    const value = filters[key as keyof Filters]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== '') params.append(name, String(each))
    }
  }
  return params.toString()
}

/** How many filters are set; a list counts once. */
export function countFilters(filters: Filters): number {
  const { operator, container, from, to, text, operators, containers, eventTypes } = filters
  return [
    operator !== null,
    container !== null,
    from !== null || to !== null,
    text.trim() !== '',
    operators.length > 0,
    containers.length > 0,
    eventTypes.length > 0,
  ].filter(Boolean).length
}

const numberOf = (container: string): string => container.split('_')[0] ?? container

/** What both ways of naming one container have in common; null: they name different ones. */
function sameContainer(a: string, b: string): string | null {
  if (a === b) return a
  if (numberOf(a) !== numberOf(b)) return null
  // A number stands for all its operations, a key for one of them; two keys are two operations.
  if (a === numberOf(a)) return b
  return b === numberOf(b) ? a : null
}

/** One list of each kind, and instants instead of days; `zone`: whose days count. Null: the filters contradict each other, nothing can match. */
export function narrow(filters: Filters, zone: string): EventFilter | null {
  const { operator, container, operators, containers } = filters
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
  const from = filters.from === null ? null : dayStart(filters.from, zone)
  const before = filters.to === null ? null : dayStart(filters.to, zone, 1)
  if (none || (from !== null && before !== null && from >= before)) return null
  const text = filters.text.trim()
  return {
    operatorIds,
    containers: [...new Set(containerList)],
    eventTypes: filters.eventTypes,
    from,
    before,
    text,
  }
}

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** The query string of the list and of its export. */
export const toSearch = ({ from, before, ...narrowing }: EventFilter): string =>
  eventSearch({ ...narrowing, from: instant(from), to: instant(before) })
