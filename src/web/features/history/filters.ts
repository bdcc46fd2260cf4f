import { type EventType, isEventType } from '#domain/operation/steps'
import { eventSearch } from '../../api/events.ts'
import type { OperationEvent } from '../../api/operation.ts'
import { dayStart } from '../../lib/day-start.ts'
import { eventLabel } from '../../text/labels.ts'

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

/** The filters as the server takes them: one list each, moments instead of days. */
export interface Narrowing {
  operatorIds: readonly number[]
  /** Operation keys or container numbers. */
  containers: readonly string[]
  eventTypes: readonly EventType[]
  /** Epoch milliseconds, included. */
  from: number | null
  /** Epoch milliseconds, excluded. */
  before: number | null
  text: string
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

/** `zone`: whose days count. Null: the filters contradict each other, nothing can match. */
export function narrow(filters: Filters, zone: string): Narrowing | null {
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
export const toSearch = ({ from, before, ...narrowing }: Narrowing): string =>
  eventSearch({ ...narrowing, from: instant(from), to: instant(before) })

type Matched = Pick<
  OperationEvent,
  'userId' | 'username' | 'operationKey' | 'containerNumber' | 'eventType' | 'timestamp' | 'location'
>

/** Whether the server would list this event: for those that come live. */
export function matches(event: Matched, narrowing: Narrowing): boolean {
  const { operatorIds, containers, eventTypes, from, before, text } = narrowing
  const at = Date.parse(event.timestamp)
  if (operatorIds.length > 0 && !operatorIds.includes(event.userId)) return false
  if (eventTypes.length > 0 && !eventTypes.includes(event.eventType)) return false
  if (from !== null && at < from) return false
  if (before !== null && at >= before) return false
  const isOne = (id: string): boolean => id === event.operationKey || id === event.containerNumber
  if (containers.length > 0 && !containers.some(isOne)) return false
  if (text === '') return true
  const wanted = text.toLowerCase()
  const { containerNumber, username, location, eventType } = event
  return [containerNumber, username, location ?? '', eventType, eventLabel(eventType)].some((found) =>
    found.toLowerCase().includes(wanted),
  )
}
