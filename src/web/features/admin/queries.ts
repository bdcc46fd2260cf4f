import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CreateSupervisorRequest, DeleteSupervisorResponse, StatusResponse } from '#contract/http/admin'
import type { FeaturesResponse } from '#contract/http/entitlements'
import type { AdminFailure } from '../../api/admin/failure.ts'
import { adminSessionQuery, logOutAsAdmin } from '../../api/admin/login.ts'
import { endAdminSession, wasLoggedIn } from '../../api/admin/session.ts'
import { auditKey } from '../../api/admin/system.ts'
import {
  changeFeatures,
  changeStatus,
  createSupervisor,
  deleteUser,
  userFeaturesQuery,
  usersQuery,
} from '../../api/admin/users.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { adminText } from '../../text/admin.ts'
import { adminSettingsText } from '../../text/admin-settings.ts'
import { adminUsersText as text } from '../../text/admin-users.ts'
import { hideToast, toast, toastFailure } from '../../ui/toast/toast.ts'
import { differing, type FeatureChange, withFeatures } from './settings/features-model.ts'
import { gate, type StatusChange, withAnswer, withoutUser, withPending, withStatus } from './users/model.ts'

export function useAdminSession() {
  const { data, isError } = useQuery(adminSessionQuery)
  return { state: gate({ session: data, failed: isError }, wasLoggedIn()), ended: data?.ended ?? false }
}

export function useAdminLogout() {
  return useMutation<unknown, AdminFailure>({
    mutationFn: logOutAsAdmin,
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
  const query = useQuery(usersQuery)
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
    mutationFn: ({ id, active }) => changeStatus(id, active),
    onSuccess: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: usersQuery.queryKey })
      client.setQueryData(usersQuery.queryKey, (old) => old && withStatus(old, { id, active: isActive }))
      toast({ title: isActive ? text.activated : text.deactivated, id: `admin-status-${id}` })
    },
    onError: ({ message }, { id }) => toastFailure(`admin-status-${id}`, text.statusFailed, message),
    onSettled: () => askAgain(STATUS_CHANGE, usersQuery.queryKey, auditKey),
  })
  return (change: StatusChange) => {
    const predicate = ({ state }: { state: { variables: unknown } }) =>
      (state.variables as StatusChange).id === change.id
    if (client.isMutating({ mutationKey: STATUS_CHANGE, predicate }) === 0) mutation.mutate(change)
  }
}

/** The features of a supervisor, as they will be when what is under way succeeds. */
export function useUserFeatures(id: number) {
  const query = useQuery(userFeaturesQuery(id))
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
    mutationFn: ({ id, features }) => changeFeatures(id, features),
    onSuccess: async (answer, { id, features: wanted }) => {
      const { queryKey } = userFeaturesQuery(id)
      await Promise.all([
        client.cancelQueries({ queryKey: usersQuery.queryKey }),
        client.cancelQueries({ queryKey }),
      ])
      client.setQueryData(queryKey, answer)
      client.setQueryData(usersQuery.queryKey, (old) => old && withAnswer(old, id, answer.features))
      const names = differing(wanted, answer.features).map(featureName)
      const toastId = featuresToast({ id, features: wanted })
      if (names.length === 0) hideToast(toastId)
      else toast({ title: text.differs, description: text.differsHint(names.join(', ')), id: toastId })
    },
    onError: ({ message }, change) => toastFailure(featuresToast(change), failed, message),
    onSettled: (_answer, _failure, { id }) =>
      askAgain(FEATURES_CHANGE, usersQuery.queryKey, auditKey, userFeaturesQuery(id).queryKey),
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
    mutationFn: createSupervisor,
    // The variables hold a password; nothing of it stays.
    gcTime: 0,
    onSuccess: (_answer, { displayName }) =>
      toast({ title: text.created, description: text.createdHint(displayName), id: 'admin-create' }),
    onError: ({ message }) => toastFailure('admin-create', text.createFailed, message),
    // Not waited for: what was asked for is done, whenever the list has come anew.
    onSettled: () => ask(client, usersQuery.queryKey, auditKey),
  })
}

/** What a deletion answers; null for an operator. */
export function useDeleteUser(role: 'supervisor' | 'operator') {
  const client = useQueryClient()
  const failed = role === 'supervisor' ? text.removeSupervisorFailed : text.removeOperatorFailed
  return useMutation<DeleteSupervisorResponse | null, AdminFailure, number>({
    mutationFn: (id) => deleteUser(role, id),
    onSuccess: async (_answer, id) => {
      await client.cancelQueries({ queryKey: usersQuery.queryKey })
      client.setQueryData(usersQuery.queryKey, (old) => old && withoutUser(old, id))
      if (role === 'operator') toast({ title: text.removedOperator, id: `admin-remove-${id}` })
      else hideToast(`admin-remove-${id}`)
    },
    onError: ({ message }, id) => toastFailure(`admin-remove-${id}`, failed, message),
    // Not waited for: what was asked for is done, whenever the list has come anew.
    onSettled: () => ask(client, usersQuery.queryKey, auditKey),
  })
}
