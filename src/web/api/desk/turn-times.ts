import { queryOptions } from '@tanstack/react-query'
import { getQuery } from '../call.ts'
import { askedVisits, type Visited } from './kpis.ts'

const STALE_MS = 60_000

/** Queue, terminal and visit by place and by client; `search` of `kpiSearch`. */
export const turnTimesQuery = (search: string) =>
  queryOptions({ ...getQuery('GET /api/supervisor/kpis/turn-times', { search }), staleTime: STALE_MS })

/** How long visits took by the day and hour of their arrival. */
export const turnHoursQuery = (search: string, visited: Visited) =>
  queryOptions({
    ...getQuery('GET /api/supervisor/kpis/turn-hours', { search, query: askedVisits(visited) }),
    staleTime: STALE_MS,
  })
