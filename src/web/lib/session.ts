import type { QueryClient } from '@tanstack/react-query'

/** Where the current user is cached: the user, or null for none. */
export const USER_KEY = ['/api/user'] as const

/** Nobody is signed in any more: all cached data goes, and the route guard leads to /auth. */
export function forgetUser(client: QueryClient): void {
  client.setQueryData(USER_KEY, null)
  void client.cancelQueries({ predicate: (query) => query.queryKey[0] !== USER_KEY[0] })
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== USER_KEY[0] })
  client.getMutationCache().clear()
}

/** The administrator area has its own session: there the current user is not asked for and nothing goes live. */
export function isAdminArea(path: string): boolean {
  return path.includes('/admin') || path.includes('admin-console')
}
