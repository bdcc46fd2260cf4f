import { readContainerNumber } from '#domain/container/read'
import { fold } from '../../lib/fold.ts'
import { isException, type Standing } from './standing.ts'

export const FILTERS = ['stopped', 'waiting', 'unusual', 'outside'] as const
export type Filter = (typeof FILTERS)[number]

export const SORTINGS = ['delay', 'newest', 'number', 'operator'] as const
export type Sorting = (typeof SORTINGS)[number]

/** Which operations the board shows, and in what order. */
export interface Arrangement {
  search: string
  filter: Filter | null
  sorting: Sorting
}

export const ALL: Arrangement = { search: '', filter: null, sorting: 'delay' }

const BELONGS: Readonly<Record<Filter, (standing: Standing) => boolean>> = {
  stopped: ({ stopped }) => stopped,
  waiting: ({ phase }) => phase === 'waiting',
  // The same that the list of that name shows.
  unusual: isException,
  outside: ({ outside }) => outside,
}

type Comparison = (a: Standing, b: Standing) => number

const overSeconds = ({ elapsedSeconds, normalSeconds }: Standing): number =>
  elapsedSeconds - (normalSeconds ?? 0)

const COMPARISONS: Readonly<Record<Sorting, Comparison>> = {
  // Behind the exceptions come those without enough history, longest first; then the others, nearest to their normal time.
  delay: (a, b) =>
    (isException(a) ? 0 : Number(a.normalSeconds !== null) - Number(b.normalSeconds !== null)) ||
    overSeconds(b) - overSeconds(a),
  newest: (a, b) => Date.parse(b.operation.startedAt) - Date.parse(a.operation.startedAt),
  number: (a, b) => compareText(a.operation.containerNumber, b.operation.containerNumber),
  operator: (a, b) => compareText(fold(a.operation.displayName), fold(b.operation.displayName)),
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The operations that belong, exceptions first in every sorting, so that none of them is out of sight. */
export function arrange(
  standings: readonly Standing[],
  { search, filter, sorting }: Arrangement,
): readonly Standing[] {
  const matches = searchFor(search)
  return standings
    .filter((standing) => (filter === null || BELONGS[filter](standing)) && matches(standing))
    .sort(
      (a, b) =>
        Number(isException(b)) - Number(isException(a)) ||
        COMPARISONS[sorting](a, b) ||
        compareText(a.operation.operationKey, b.operation.operationKey),
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
