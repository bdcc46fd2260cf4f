import { queryOptions } from '@tanstack/react-query'
import type { TurnHoursResponse, TurnTimesResponse } from '#contract/http/turn-times'
import { getQuery } from './get-query.ts'
import { kpisPath, type Visited, visitedSearch } from './kpis.ts'

const STALE_MS = 60_000

/** Queue, terminal and visit by place and by client; `search` of `kpiSearch`. */
export const turnTimesQuery = (search: string) =>
  queryOptions({ ...getQuery<TurnTimesResponse>(`${kpisPath}/turn-times?${search}`), staleTime: STALE_MS })

/** How long visits took by the day and hour of their arrival. */
export const turnHoursQuery = (search: string, visited: Visited) =>
  queryOptions({
    ...getQuery<TurnHoursResponse>(`${kpisPath}/turn-hours?${visitedSearch(search, visited)}`),
    staleTime: STALE_MS,
  })
