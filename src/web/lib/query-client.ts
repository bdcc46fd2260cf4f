import { QueryCache, QueryClient } from '@tanstack/react-query'
import { HttpError, NetworkError, request } from './http.ts'
import { forgetUser, USER_KEY } from './session.ts'

/** No answer, or one that says 'later': worth asking again. A refusal stays a refusal. */
export function isWorthRetrying(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof HttpError && [502, 503, 504].includes(error.status))
  )
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session ended elsewhere (logout, deactivation, new password): a poll is the first to hear of it.
      const signedIn = queryClient.getQueryData(USER_KEY)
      if (
        error instanceof HttpError &&
        error.status === 401 &&
        query.queryKey[0] !== USER_KEY[0] &&
        signedIn
      ) {
        forgetUser(queryClient)
      }
    },
  }),
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => request('GET', String(queryKey[0]), undefined, { signal }),
      // The browser's word on being online is often wrong; ask, and let the answer decide.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
