import { queryOptions } from '@tanstack/react-query'
import type { CorrectionResponse } from '#contract/http/corrections'
import type { KpisResponse, KpiVisitsResponse } from '#contract/http/kpis'
import type { VisitTiming } from '#domain/kpi/park-timings'
import { getQuery, translatedQuery } from './get-query.ts'
import { named } from './operation.ts'

export const kpisPath = '/api/supervisor/kpis'
const STALE_MS = 10_000

/** Which events the figures count. An empty list selects everything. */
export interface KpiCriteria {
  /** `yyyy-MM`; null: the current month. */
  month: string | null
  operatorIds: readonly number[]
  containerNumbers: readonly string[]
  /** Words of domain/kpi/event-words. */
  eventTypes: readonly string[]
}

/** The query string of the figures; equal criteria give equal strings, whatever the order of their values. */
export function kpiSearch({ month, operatorIds, containerNumbers, eventTypes }: KpiCriteria): string {
  const search = new URLSearchParams()
  if (month !== null) search.set('month', month)
  for (const id of [...operatorIds].sort((a, b) => a - b)) search.append('operatorId', String(id))
  for (const number of [...containerNumbers].sort()) search.append('containerId', number)
  for (const type of [...eventTypes].sort()) search.append('eventType', type)
  return search.toString()
}

/** The figures by `search` (of `kpiSearch`). */
export const kpisQuery = (search: string) =>
  queryOptions({
    ...getQuery<KpisResponse>(search === '' ? kpisPath : `${kpisPath}?${search}`),
    staleTime: STALE_MS,
  })

/** Which visits, besides the criteria of the figures; null: of no place or client. */
export interface Visited {
  placeId?: number | null
  clientId?: number | null
  weekday?: number
  hour?: number
}

/** Adds `visited` to the query string `search`. */
export function visitedSearch(search: string, visited: Visited): URLSearchParams {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(visited)) {
    if (value !== undefined) params.set(name, value === null ? 'none' : String(value))
  }
  return params
}

const toVisit = (visit: KpiVisitsResponse[number]) => named(visit)
export type KpiVisit = ReturnType<typeof toVisit>

/** The visits behind a park timing, longest first. `excluded`: those that the figure leaves out. */
export function kpiVisitsQuery(
  search: string,
  timing: VisitTiming,
  { excluded, visited = {} }: { excluded: boolean; visited?: Visited | undefined },
) {
  const params = visitedSearch(search, visited)
  params.set('timing', timing)
  if (excluded) params.set('excluded', 'true')
  return queryOptions({
    ...translatedQuery(`${kpisPath}/visits?${params}`, (visits: KpiVisitsResponse) => visits.map(toVisit)),
    staleTime: STALE_MS,
  })
}

const toCorrection = (correction: CorrectionResponse) => named(correction)

/** The corrections that the figures rest on, newest first. */
export const kpiCorrectionsQuery = (search: string) =>
  queryOptions({
    ...translatedQuery(`${kpisPath}/corrections?${search}`, (rows: CorrectionResponse[]) =>
      rows.map(toCorrection),
    ),
    staleTime: STALE_MS,
  })
