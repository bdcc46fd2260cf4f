import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type {
  LoginRequest,
  LoginResponse,
  RegisterRequest,
  UserResponse,
} from '#contract/http/people/accounts'
import { HttpError, NetworkError, type RequestOptions } from '../../lib/http.ts'
import { removeStored } from '../../lib/storage.ts'
import { commonText } from '../../text/page.ts'
import { call, pathOf } from '../call.ts'
import { keepIdentity } from './identity.ts'

/** Storage key of the board that `kept-desk.ts` keeps. Here, because the driver's page must clear it without loading that. */
export const KEPT_DESK = 'kept-desk'
const FIVE_MINUTES_MS = 5 * 60 * 1000

/**
 * The user in an answer. During a deploy a proxy may answer 200 with its own page: that says nothing about the session.
 * @throws NetworkError for an answer without a user
 */
export function userIn<User extends UserResponse>(answer: User | null): User {
  if (typeof answer?.id !== 'number') throw new NetworkError(commonText.serverAway)
  return answer
}

/** The signed-in user. @throws HttpError, with 401 when there is none */
export const fetchUser = async (options: RequestOptions): Promise<UserResponse> =>
  userIn(await call('GET /api/user', options))

/** The signed-in user; null without a session (401). */
export const userQuery = queryOptions({
  queryKey: [pathOf('GET /api/user')],
  queryFn: async ({ signal }): Promise<UserResponse | null> => {
    try {
      const user = await fetchUser({ signal })
      keepIdentity(user)
      return user
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 401)) throw error
      removeStored(KEPT_DESK)
      return null
    }
  },
  staleTime: FIVE_MINUTES_MS,
  // Every other query depends on the session, so it stays cached while the page is open.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
})

/** Every query but the user's own. */
export const exceptUser = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  path !== userQuery.queryKey[0]

/** The session is over: clears the cache, and the route guard leads to /auth. */
export function forgetUser(client: QueryClient): void {
  client.setQueryData(userQuery.queryKey, null)
  void client.cancelQueries({ predicate: exceptUser })
  client.removeQueries({ predicate: exceptUser })
  client.getMutationCache().clear()
  removeStored(KEPT_DESK)
  // Keys of shared operations, which earlier versions kept.
  removeStored('shared-containers')
}

/** Opens a session in an empty cache: nothing of the user before stays. */
export function beginSession(client: QueryClient, user: UserResponse): void {
  forgetUser(client)
  keepIdentity(user)
  client.setQueryData(userQuery.queryKey, user)
}

export const logIn = async (body: LoginRequest): Promise<LoginResponse> =>
  userIn(await call('POST /api/login', { body, whileIdle: true }))

export const register = async (body: RegisterRequest): Promise<UserResponse> =>
  userIn(await call('POST /api/register', { body }))

export const logOut = (): Promise<unknown> => call('POST /api/logout')

/** Ends the session of a page that has locked itself. */
export const endIdleSession = (): Promise<unknown> => call('POST /api/logout', { whileIdle: true })

/** A person is at this desk. */
export const reportActivity = (): Promise<unknown> => call('POST /api/account/activity')
