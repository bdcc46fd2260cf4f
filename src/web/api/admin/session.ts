import type { AdminSessionResponse } from '#contract/http/console/admin'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { pathOf } from '../call.ts'
import { queryClient } from '../query-client.ts'

export const sessionKey = [pathOf('GET /api/admin/session')] as const

export type AdminSession = Pick<AdminSessionResponse, 'authenticated'> & {
  /** A session has just ended: the login says so. */
  ended: boolean
}

/**
 * 'Was logged in': keeps the console on the screen while the session is checked or the network is down. It grants
 * nothing: without a session the server answers every call with 401.
 */
const FLAG = 'admin.loggedIn'

export const wasLoggedIn = (): boolean => readStored(FLAG) === true

export function rememberLoggedIn(loggedIn: boolean): void {
  if (loggedIn) writeStored(FLAG, true)
  else removeStored(FLAG)
}

/** Counts logins and logouts: a 401 to an older call says nothing about the current session. */
let generation = 0

export const sessionGeneration = (): number => generation

/** Begins a session without cached data of the one before. */
export function beginAdminSession(): void {
  generation++
  forgetAdminData()
  rememberLoggedIn(true)
  queryClient.setQueryData<AdminSession>(sessionKey, { authenticated: true, ended: false })
}

/** Back to the login; clears the cache. `ended`: not by the administrator. */
export function endAdminSession({ ended }: { ended: boolean }): void {
  generation++
  rememberLoggedIn(false)
  queryClient.setQueryData<AdminSession>(sessionKey, { authenticated: false, ended })
  forgetAdminData()
}

function forgetAdminData(): void {
  const filter = {
    predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
      String(path).startsWith('/api/admin/') && path !== sessionKey[0],
  }
  void queryClient.cancelQueries(filter)
  queryClient.removeQueries(filter)
  queryClient.getMutationCache().clear()
}
