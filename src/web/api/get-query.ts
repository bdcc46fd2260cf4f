import { queryOptions } from '@tanstack/react-query'
import { request } from '../lib/http.ts'

/** Query options of a GET: its path is its key. */
export const getQuery = <T>(path: string) => translatedQuery(path, (answer: T) => answer)

/** Query options of a GET whose answer `translate` puts into the page's names. */
export const translatedQuery = <T, Translated>(path: string, translate: (answer: T) => Translated) =>
  queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => translate(await request<T>('GET', path, undefined, { signal })),
  })
