import { ALERT_KINDS, type AlertKind } from '#domain/alert/kinds'
import { type Alert, isHandled } from '../../../api/desk/alerts.ts'
import { idsOf, withValues } from '../../../lib/filters-in-address.ts'
import { fold } from '../../../lib/fold.ts'
import { alertsText as text } from '../../../text/alerts.ts'

/** Sub-tabs, in order. The first two share the open alerts. */
export const VIEWS = ['pending', 'handled', 'closed', 'rules'] as const
export type View = (typeof VIEWS)[number]

/** Which alerts are shown: all that are set combine with AND. */
export interface Filters {
  view: View
  kind: AlertKind | null
  level: number | null
  driver: number | null
  place: number | null
  /** Only what the reader takes care of. */
  mine: 'si' | null
  text: string
}

export const NO_FILTERS: Omit<Filters, 'view'> = {
  kind: null,
  level: null,
  driver: null,
  place: null,
  mine: null,
  text: '',
}

/** Names of the parameters in the address, beside those of other tabs. */
const NAMES = {
  view: 'av.vista',
  kind: 'av.tipo',
  level: 'av.nivel',
  driver: 'av.operador',
  place: 'av.lugar',
  mine: 'av.mios',
  text: 'av.texto',
} as const

/** The filters in an address; invalid values are ignored. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search)
  const id = (name: string): number | null => idsOf(params.getAll(name).slice(0, 1))[0] ?? null
  return {
    view: VIEWS.find((one) => one === params.get(NAMES.view)) ?? 'pending',
    kind: ALERT_KINDS.find((one) => one === params.get(NAMES.kind)) ?? null,
    level: id(NAMES.level),
    driver: id(NAMES.driver),
    place: id(NAMES.place),
    mine: params.has(NAMES.mine) ? 'si' : null,
    text: params.get(NAMES.text) ?? '',
  }
}

/** The query string of the address with these filters; other parameters stay. Without a leading '?'. */
export const writeFilters = (search: string, filters: Filters): string =>
  withValues(search, NAMES, { ...filters, view: filters.view === 'pending' ? null : filters.view })

export const countFilters = ({ view: _, ...filters }: Filters): number =>
  Object.values(filters).filter((value) => value !== null && value !== '').length

export interface Reader {
  /** Who reads: alerts are assigned by name. */
  name: string
  /** Names of places by their ids. */
  places: ReadonlyMap<number, string>
}

/** A function that says whether an alert passes the filters; the view is not one of them. */
export function matching(
  { view: _, kind, level, driver, place, mine, text: words, ...forgotten }: Filters,
  { name, places }: Reader,
): (alert: Alert) => boolean {
  forgotten satisfies Record<string, never>
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  const own = fold(name)
  return (alert) => {
    if (kind !== null && alert.kind !== kind) return false
    if (level !== null && alert.level !== level) return false
    if (driver !== null && alert.userId !== driver) return false
    if (place !== null && alert.placeId !== place) return false
    if (mine !== null && fold(alert.assignedTo ?? '') !== own) return false
    if (wanted.length === 0) return true
    const { containerNumber, displayName, note, assignedTo, placeId } = alert
    const said = [text.kinds[alert.kind], containerNumber, displayName, note, assignedTo]
    const all = fold([...said, placeId === null ? '' : places.get(placeId)].join(' '))
    return wanted.every((word) => all.includes(word))
  }
}

/** Of the open alerts, those of a view. */
export const inView = (view: View, now: number) => (alert: Alert) =>
  isHandled(alert, now) === (view === 'handled')

/** Those of one truck stand together, where its newest stands. */
export function byTruck(alerts: readonly Alert[]): Alert[] {
  const trucks = new Map<string, Alert[]>()
  for (const alert of alerts) {
    const others = trucks.get(alert.operationKey)
    if (others) others.push(alert)
    else trucks.set(alert.operationKey, [alert])
  }
  return [...trucks.values()].flat()
}

/** The ids and names that occur in the alerts, for a list to choose from, by name. */
export function choicesOf(
  alerts: readonly Alert[],
  of: (alert: Alert) => { id: number | null; name: string | undefined },
): { value: string; label: string }[] {
  const names = new Map<number, string>()
  for (const alert of alerts) {
    const { id, name } = of(alert)
    if (id !== null && name !== undefined) names.set(id, name)
  }
  return Array.from(names, ([id, label]) => ({ value: String(id), label })).toSorted((a, b) =>
    a.label.localeCompare(b.label),
  )
}
