import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  AdminLoginResponse,
  AdminSessionResponse,
  AdminUsersResponse,
  CreateSupervisorRequest,
  DeleteSupervisorResponse,
  StatusResponse,
  SupervisorMetricsResponse,
} from '#contract/http/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { serverNow } from '../../lib/server-clock.ts'
import { adminText } from '../../text/admin.ts'
import { adminSettingsText } from '../../text/admin-settings.ts'
import { adminUsersText as text } from '../../text/admin-users.ts'
import { hideToast, toast, toastFailure } from '../../ui/toast/toast.ts'
import { AdminFailure } from './console/failure.ts'
import { adminRequest, FEATURES_TIMEOUT_MS, LOGIN_PATH } from './console/request.ts'
import {
  type AdminSession,
  beginAdminSession,
  endAdminSession,
  rememberLoggedIn,
  SESSION_KEY,
  SESSION_PATH,
  wasLoggedIn,
} from './login/session.ts'
import { differing, type FeatureChange, withFeatures } from './settings/features-model.ts'
import { gate, type StatusChange, withAnswer, withoutUser, withPending, withStatus } from './users/model.ts'

export const USERS: QueryKey = ['/api/admin/users']
export const AUDIT_PATH = '/api/admin/audit'
/** Whatever changes something leaves a line there. */
export const AUDIT: QueryKey = [AUDIT_PATH]
const STALE_MS = 10_000

/** A read of the console. `retries`: how often a failure is tried again; never a refused session or a missing user. */
export function adminQuery<T>(path: string, { retries = 0, staleTime = STALE_MS } = {}) {
  return queryOptions<T, AdminFailure>({
    queryKey: [path],
    queryFn: ({ signal }) => adminRequest<T>('GET', path, undefined, { signal }),
    staleTime,
    retry: (count, { status }) => count < retries && status !== 401 && status !== 404,
  })
}

// --- session

const sessionQuery = queryOptions<AdminSession, AdminFailure>({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => {
    const expected = wasLoggedIn()
    const { authenticated } = await adminRequest<AdminSessionResponse>('GET', SESSION_PATH, undefined, {
      signal,
    })
    rememberLoggedIn(authenticated)
    return { authenticated, ended: expected && !authenticated }
  },
  // Any other call's 401 says that it is over; nothing needs to ask again and again.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export function useAdminSession() {
  const { data, isError } = useQuery(sessionQuery)
  return { state: gate({ session: data, failed: isError }, wasLoggedIn()), ended: data?.ended ?? false }
}

/**
 * Opens a session with the key. No mutation of the query library on purpose: it would keep the key in its cache.
 * @throws AdminFailure
 */
export async function logInAsAdmin(adminKey: string): Promise<void> {
  const refused = (message: string) => new AdminFailure('refused', message, { said: message })
  const answer = await adminRequest<AdminLoginResponse>('POST', LOGIN_PATH, { adminKey })
  if (!answer.success) throw refused(answer.message ?? adminText.loginFailed)
  // A browser that keeps no cookies would be back here after the first call: better said at once.
  const check = answer.sessionEstablished
    ? await adminRequest<AdminSessionResponse>('GET', SESSION_PATH)
    : { authenticated: false }
  if (!check.authenticated) throw refused(adminText.noSession)
  beginAdminSession()
}

export function useAdminLogout() {
  return useMutation<unknown, AdminFailure>({
    mutationFn: () => adminRequest('POST', '/api/admin/logout'),
    onSuccess: () => {
      hideToast('admin-logout')
      endAdminSession({ ended: false })
    },
    onError: ({ status, message }) => {
      if (status === 401) return
      toastFailure('admin-logout', adminText.logoutFailed, message)
    },
  })
}

// --- users

const STATUS_CHANGE = ['admin', 'status'] as const
const FEATURES_CHANGE = ['admin', 'features'] as const

/** What has been asked for and not been answered. */
function usePending<Change>(mutationKey: readonly string[]): Change[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
}

export const usePendingFeatures = (): FeatureChange[] => usePending<FeatureChange>(FEATURES_CHANGE)

/** All accounts, as they will be when what is under way succeeds. */
export function useUsers() {
  const query = useQuery(adminQuery<AdminUsersResponse>('/api/admin/users', { retries: 1 }))
  const status = usePending<StatusChange>(STATUS_CHANGE)
  const features = usePendingFeatures()
  const { data } = query
  const users = useMemo(() => data && withPending(data, status, features), [data, status, features])
  return { query, users }
}

/** After the last of several changes under way, the truth is asked for: before that it would undo the others' look. */
function useAskAgain(): (mutationKey: readonly string[], ...keys: QueryKey[]) => void {
  const client = useQueryClient()
  return (mutationKey, ...keys) => {
    if (client.isMutating({ mutationKey }) > 1) return
    ask(client, ...keys)
  }
}

function ask(client: QueryClient, ...keys: QueryKey[]): void {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}

export function useChangeStatus() {
  const client = useQueryClient()
  const askAgain = useAskAgain()
  const mutation = useMutation<StatusResponse, AdminFailure, StatusChange>({
    mutationKey: STATUS_CHANGE,
    mutationFn: ({ id, active }) => adminRequest('POST', `/api/admin/users/${id}/status`, { active }),
    onSuccess: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: USERS })
      client.setQueryData<AdminUsersResponse>(
        USERS,
        (old) => old && withStatus(old, { id, active: isActive }),
      )
      toast({ title: isActive ? text.activated : text.deactivated, id: `admin-status-${id}` })
    },
    onError: ({ message }, { id }) => toastFailure(`admin-status-${id}`, text.statusFailed, message),
    onSettled: () => askAgain(STATUS_CHANGE, USERS, AUDIT),
  })
  return (change: StatusChange) => {
    const predicate = ({ state }: { state: { variables: unknown } }) =>
      (state.variables as StatusChange).id === change.id
    if (client.isMutating({ mutationKey: STATUS_CHANGE, predicate }) === 0) mutation.mutate(change)
  }
}

export const featuresPath = (id: number): string => `/api/admin/users/${id}/features`

/** @throws AdminFailure */
export const postFeatures = ({ id, features }: FeatureChange): Promise<FeaturesResponse> =>
  adminRequest('POST', featuresPath(id), { features }, { timeoutMs: FEATURES_TIMEOUT_MS })

/** The features of a supervisor, as they will be when what is under way succeeds. */
export function useUserFeatures(id: number) {
  const query = useQuery(adminQuery<FeaturesResponse>(featuresPath(id)))
  const pending = usePendingFeatures()
  const features =
    query.data &&
    withFeatures(
      query.data.features,
      pending.filter((change) => change.id === id).map((change) => change.features),
      serverNow(),
    )
  return { query, features }
}

const featuresToast = ({ id, features }: FeatureChange): string =>
  `admin-features-${id}-${Object.keys(features)}`

/** `failed`: the toast's title. The same thing asked for again while it is under way is ignored. */
export function useChangeFeatures(failed: string) {
  const client = useQueryClient()
  const askAgain = useAskAgain()
  const mutation = useMutation<FeaturesResponse, AdminFailure, FeatureChange>({
    mutationKey: FEATURES_CHANGE,
    // One after the other: an answer holds all features, and an older one must not come last.
    scope: { id: 'admin-features' },
    mutationFn: postFeatures,
    onSuccess: async (answer, { id, features: wanted }) => {
      const queryKey = [featuresPath(id)]
      await Promise.all([client.cancelQueries({ queryKey: USERS }), client.cancelQueries({ queryKey })])
      client.setQueryData<FeaturesResponse>(queryKey, answer)
      client.setQueryData<AdminUsersResponse>(USERS, (old) => old && withAnswer(old, id, answer.features))
      const names = differing(wanted, answer.features).map(featureName)
      const toastId = featuresToast({ id, features: wanted })
      if (names.length === 0) hideToast(toastId)
      else toast({ title: text.differs, description: text.differsHint(names.join(', ')), id: toastId })
    },
    onError: ({ message }, change) => toastFailure(featuresToast(change), failed, message),
    onSettled: (_answer, _failure, { id }) => askAgain(FEATURES_CHANGE, USERS, AUDIT, [featuresPath(id)]),
  })
  return (change: FeatureChange) => {
    const predicate = ({ state }: { state: { variables: unknown } }) => {
      const other = state.variables as FeatureChange
      return other.id === change.id && Object.keys(change.features).some((name) => name in other.features)
    }
    if (client.isMutating({ mutationKey: FEATURES_CHANGE, predicate }) === 0) mutation.mutate(change)
  }
}

function featureName(name: string): string {
  if (name === 'premiumActivated') return text.premium
  if (name === 'operatorLimit') return adminSettingsText.limit
  return adminSettingsText.featureNames[name as keyof typeof adminSettingsText.featureNames].label
}

export function useCreateSupervisor() {
  const client = useQueryClient()
  return useMutation<unknown, AdminFailure, CreateSupervisorRequest>({
    mutationFn: (form) => adminRequest('POST', '/api/admin/create-supervisor', form),
    // The variables hold a password; nothing of it stays.
    gcTime: 0,
    onSuccess: (_answer, { displayName }) =>
      toast({ title: text.created, description: text.createdHint(displayName), id: 'admin-create' }),
    onError: ({ message }) => toastFailure('admin-create', text.createFailed, message),
    // Not waited for: what was asked for is done, whenever the list has come anew.
    onSettled: () => ask(client, USERS, AUDIT),
  })
}

/** What a deletion answers; null for an operator. */
export function useDeleteUser(role: 'supervisor' | 'operator') {
  const client = useQueryClient()
  const failed = role === 'supervisor' ? text.removeSupervisorFailed : text.removeOperatorFailed
  return useMutation<DeleteSupervisorResponse | null, AdminFailure, number>({
    mutationFn: (id) => adminRequest('DELETE', `/api/admin/${role}s/${id}`),
    onSuccess: async (_answer, id) => {
      await client.cancelQueries({ queryKey: USERS })
      client.setQueryData<AdminUsersResponse>(USERS, (old) => old && withoutUser(old, id))
      if (role === 'operator') toast({ title: text.removedOperator, id: `admin-remove-${id}` })
      else hideToast(`admin-remove-${id}`)
    },
    onError: ({ message }, id) => toastFailure(`admin-remove-${id}`, failed, message),
    // Not waited for: what was asked for is done, whenever the list has come anew.
    onSettled: () => ask(client, USERS, AUDIT),
  })
}

// --- metrics

export function useSupervisorMetrics(id: number) {
  return useQuery(
    adminQuery<SupervisorMetricsResponse>(`/api/admin/supervisor/${id}/metrics`, { retries: 1 }),
  )
}
