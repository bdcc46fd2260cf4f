import { readContainerNumber } from '#domain/container/read'
import { FIRST_STATE, SETTLEMENT_STATES, type SettlementState } from '#domain/detention/settlement'
import { taxOf } from '#domain/detention/tax'
import type { MonthOfDetention } from '../../../api/desk/detention.ts'
import { withValues } from '../../../lib/filters-in-address.ts'
import { fold } from '../../../lib/fold.ts'

export type Client = MonthOfDetention['clients'][number]
export type Visit = Client['visits'][number]

export const ORDERS = ['arrival', 'amount', 'chargeable', 'number', 'driver'] as const
export type Order = (typeof ORDERS)[number]

/** What of a month is looked at. */
export interface MonthView {
  /** `yyyy-MM`; null: this one. */
  month: string | null
  /** Of a client, or 'none' for visits without one; null: all clients. */
  client: number | 'none' | null
  /** Also visits that cost nothing. */
  all: 'yes' | null
  /** Only visits in it; null: in any. */
  state: SettlementState | null
  search: string
  /** null: by arrival. */
  order: Order | null
}

/** Names of the parameters in the address, beside those of other tabs. */
const NAMES = {
  month: 'es.mes',
  client: 'es.cliente',
  all: 'es.todas',
  state: 'es.estado',
  search: 'es.buscar',
  order: 'es.orden',
} as const

const SEARCH_MAX = 100

const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

function readClient(text: string | null): MonthView['client'] {
  if (text === 'none') return text
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The view in an address; invalid values are ignored. */
export function readMonthView(search: string): MonthView {
  const params = new URLSearchParams(search)
  const month = params.get(NAMES.month) ?? ''
  return {
    month: isMonth(month) ? month : null,
    client: readClient(params.get(NAMES.client)),
    all: params.get(NAMES.all) === 'yes' ? 'yes' : null,
    state: SETTLEMENT_STATES.find((one) => one === params.get(NAMES.state)) ?? null,
    search: (params.get(NAMES.search) ?? '').slice(0, SEARCH_MAX),
    order: ORDERS.find((one) => one === params.get(NAMES.order)) ?? null,
  }
}

export const writeMonthView = (search: string, view: MonthView): string => withValues(search, NAMES, view)

export const clientKey = ({ clientId }: Pick<Client, 'clientId'>): number | 'none' => clientId ?? 'none'

/** Whether a visit has something to settle: time beyond the free one. */
const hasCharge = ({ charge }: Pick<Visit, 'charge'>): boolean =>
  charge !== null && charge.chargeableMinutes > 0

/** null: it is under way, or costs nothing: there is nothing to settle. */
export const stateOf = (visit: Pick<Visit, 'charge' | 'settlement' | 'isActive'>): SettlementState | null =>
  visit.settlement?.state ?? (!visit.isActive && hasCharge(visit) ? FIRST_STATE : null)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const COMPARISONS: Readonly<Record<Exclude<Order, 'arrival'>, (a: Visit, b: Visit) => number>> = {
  amount: (a, b) => (b.charge?.centavos ?? 0) - (a.charge?.centavos ?? 0),
  chargeable: (a, b) => (b.charge?.chargeableMinutes ?? 0) - (a.charge?.chargeableMinutes ?? 0),
  number: (a, b) => compareText(a.containerNumber, b.containerNumber),
  driver: (a, b) => compareText(fold(a.displayName), fold(b.displayName)),
}

/** The visits that are shown, in order. `visits`: by arrival, as the server sends them, which decides between equal ones. */
export function arrangeVisits(
  visits: readonly Visit[],
  { all, state, search, order }: Pick<MonthView, 'all' | 'state' | 'search' | 'order'>,
): readonly Visit[] {
  const words = fold(readContainerNumber(search) ?? search)
    .split(/\s+/)
    .filter(Boolean)
  const shown = visits.filter((visit) => {
    if (all === null && !hasCharge(visit)) return false
    if (state !== null && stateOf(visit) !== state) return false
    const said = fold(
      [visit.containerNumber, visit.displayName, visit.place, visit.contract].filter(Boolean).join(' '),
    )
    return words.every((word) => said.includes(word))
  })
  return order === null || order === 'arrival' ? shown : shown.sort(COMPARISONS[order])
}

export interface Totals {
  visits: number
  countedMinutes: number
  chargeableMinutes: number
  centavos: number
  taxCentavos: number
  corrections: number
}

export function totalsOf(
  visits: readonly Pick<Visit, 'charge' | 'taxBasisPoints' | 'corrections'>[],
): Totals {
  const sum = (part: (visit: (typeof visits)[number]) => number | null | undefined): number =>
    visits.reduce((total, visit) => total + (part(visit) ?? 0), 0)
  return {
    visits: visits.length,
    countedMinutes: sum(({ charge }) => charge?.countedMinutes),
    chargeableMinutes: sum(({ charge }) => charge?.chargeableMinutes),
    centavos: sum(({ charge }) => charge?.centavos),
    taxCentavos: taxOf(
      visits.map(({ charge, taxBasisPoints }) => ({ centavos: charge?.centavos ?? 0, taxBasisPoints })),
    ),
    corrections: sum(({ corrections }) => corrections),
  }
}
