import { queryOptions } from '@tanstack/react-query'
import { request } from '../lib/http.ts'

/** Query options of a GET without a mapping: its path is its key. */
export const getQuery = <T>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>('GET', path, undefined, { signal }),
  })
