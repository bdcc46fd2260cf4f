import { queryOptions } from '@tanstack/react-query'
import type { KpiVisitsResponse } from '#contract/http/desk/kpis'
import type { VisitTiming } from '#domain/kpi/park-timings'
import { getQuery, pathOf, searchOf, translatedQuery } from '../call.ts'
import { named, toCorrection } from '../operation.ts'

export const kpisPath = pathOf('GET /api/supervisor/kpis')
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
export function kpiSearch(criteria: KpiCriteria): string {
  const { month, operatorIds, containerNumbers, eventTypes, ...forgotten } = criteria
  forgotten satisfies Record<string, never>
  return searchOf<'GET /api/supervisor/kpis'>({
    month,
    operatorId: [...operatorIds].sort((a, b) => a - b),
    containerId: [...containerNumbers].sort(),
    eventType: [...eventTypes].sort(),
  })
}

/** The figures by `search` (of `kpiSearch`). */
export const kpisQuery = (search: string) =>
  queryOptions({
    ...getQuery('GET /api/supervisor/kpis', { search }),
    staleTime: STALE_MS,
  })

/** Which visits, besides the criteria of the figures; null: of no place or client. */
export interface Visited {
  placeId?: number | null
  clientId?: number | null
  weekday?: number
  hour?: number
}

/** `visited` as the server asks for it. */
export const askedVisits = ({ placeId, clientId, ...when }: Visited) => ({
  placeId: placeId === null ? 'none' : placeId,
  clientId: clientId === null ? 'none' : clientId,
  ...when,
})

const toVisit = (visit: KpiVisitsResponse[number]) => named(visit)
export type KpiVisit = ReturnType<typeof toVisit>

/** The visits behind a park timing, longest first. `excluded`: those that the figure leaves out. */
export function kpiVisitsQuery(
  search: string,
  timing: VisitTiming,
  { excluded, visited = {} }: { excluded: boolean; visited?: Visited | undefined },
) {
  const query = { ...askedVisits(visited), timing, excluded: excluded ? ('true' as const) : undefined }
  return queryOptions({
    ...translatedQuery('GET /api/supervisor/kpis/visits', (visits) => visits.map(toVisit), { search, query }),
    staleTime: STALE_MS,
  })
}

/** The corrections that the figures rest on, newest first. */
export const kpiCorrectionsQuery = (search: string) =>
  queryOptions({
    ...translatedQuery('GET /api/supervisor/kpis/corrections', (rows) => rows.map(toCorrection), { search }),
    staleTime: STALE_MS,
  })
