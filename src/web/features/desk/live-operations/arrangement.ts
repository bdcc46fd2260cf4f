import { readContainerNumber } from '#domain/container/read'
import { fold } from '../../../lib/fold.ts'
import { freeUntil } from './free-time.ts'
import { isException, type Standing } from './standing.ts'

export const FILTERS = ['stopped', 'waiting', 'unusual', 'outside'] as const
export type Filter = (typeof FILTERS)[number]

export const SORTINGS = ['newest', 'delay', 'free', 'number', 'operator'] as const
export type Sorting = (typeof SORTINGS)[number]

/** Which operations the board shows, and in what order. */
export interface Arrangement {
  search: string
  filter: Filter | null
  sorting: Sorting
}

export const ALL: Arrangement = { search: '', filter: null, sorting: 'newest' }

const BELONGS: Readonly<Record<Filter, (standing: Standing) => boolean>> = {
  stopped: ({ stopped }) => stopped,
  waiting: ({ phase }) => phase === 'waiting',
  // The same that the list of that name shows.
  unusual: isException,
  outside: ({ outside }) => outside,
}

type Comparison = (a: Standing, b: Standing) => number

const overSeconds = ({ elapsedSeconds, lateSeconds }: Standing): number => elapsedSeconds - (lateSeconds ?? 0)

const COMPARISONS: Readonly<Record<Exclude<Sorting, 'newest'>, Comparison>> = {
  // Behind the exceptions come those without enough history, longest first; then the others, nearest to being late.
  delay: (a, b) =>
    Number(isException(b)) - Number(isException(a)) ||
    (isException(a) ? 0 : Number(a.normalSeconds !== null) - Number(b.normalSeconds !== null)) ||
    overSeconds(b) - overSeconds(a),
  // What costs most time already comes first, then what will cost soonest; what has no free time last.
  free: (a, b) => compareNumber(freeUntil(a.detention), freeUntil(b.detention)),
  number: (a, b) => compareText(a.operation.containerNumber, b.operation.containerNumber),
  operator: (a, b) => compareText(fold(a.operation.displayName), fold(b.operation.displayName)),
}

/** Also of two infinities. */
const compareNumber = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The operations that belong. `standings`: in the order of the board, newest first, what was added last at the front. */
export function arrange(
  standings: readonly Standing[],
  { search, filter, sorting }: Arrangement,
): readonly Standing[] {
  const matches = searchFor(search)
  const belonging = standings.filter(
    (standing) => (filter === null || BELONGS[filter](standing)) && matches(standing),
  )
  // Not by the time of the start: one that was pressed without a network comes hours later, and is new to the desk.
  if (sorting === 'newest') return belonging
  return belonging.sort(
    (a, b) => COMPARISONS[sorting](a, b) || compareText(a.operation.operationKey, b.operation.operationKey),
  )
}

/** How many operations each filter would show. */
export const countsOf = (standings: readonly Standing[]): Readonly<Record<Filter, number>> => ({
  stopped: standings.filter(BELONGS.stopped).length,
  waiting: standings.filter(BELONGS.waiting).length,
  unusual: standings.filter(BELONGS.unusual).length,
  outside: standings.filter(BELONGS.outside).length,
})

/** Every word occurs in the number, the operator or the place; a number may be typed in any spelling, or stand in a text. */
function searchFor(text: string): (standing: Standing) => boolean {
  const typed = readContainerNumber(text) ?? text
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const number = fold(typed).replace(/[\s.-]/g, '')
  return ({ operation: { containerNumber, displayName, username, location } }) => {
    const container = containerNumber.toLowerCase()
    if (number !== '' && container.includes(number)) return true
    const said = fold(`${container} ${displayName} ${username} ${location ?? ''}`)
    return words.every((word) => said.includes(word))
  }
}
