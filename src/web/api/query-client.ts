import { QueryCache, QueryClient } from '@tanstack/react-query'
import { HttpError, NetworkError } from '../lib/http.ts'
import { exceptUser, forgetUser, userQuery } from './people/session.ts'

/** No answer, or one that says 'later': worth a retry. A refusal stays a refusal. */
export function isWorthRetrying(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof HttpError && [502, 503, 504].includes(error.status))
  )
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session ended elsewhere (logout, deactivation, new password): a poll is the first to notice.
      const expired = error instanceof HttpError && error.status === 401 && exceptUser(query)
      if (expired && queryClient.getQueryData(userQuery.queryKey)) forgetUser(queryClient)
    },
  }),
  defaultOptions: {
    queries: {
      // `navigator.onLine` is often wrong: the request decides.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
