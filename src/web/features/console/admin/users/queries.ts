import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  CreateSupervisorRequest,
  DeleteSupervisorResponse,
  StatusResponse,
} from '#contract/http/console/admin'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { changeStatus, createSupervisor, deleteUser, usersQuery } from '../../../../api/admin/users.ts'
import { adminUsersText as text } from '../../../../text/console.ts'
import { hideToast, toast, toastFailure } from '../../../../ui/toast/toast.ts'
import { invalidate, invalidateAfterLast, isPending, usePending } from '../pending.ts'
import { usePendingFeatures } from './features-queries.ts'
import { type StatusChange, withoutUser, withPending, withStatus } from './model.ts'

const STATUS_CHANGE = ['admin', 'status'] as const

/** All accounts with pending changes applied. */
export function useUsers() {
  const query = useQuery(usersQuery)
  const status = usePending<StatusChange>(STATUS_CHANGE)
  const features = usePendingFeatures()
  const { data } = query
  const users = useMemo(() => data && withPending(data, status, features), [data, status, features])
  return { query, users }
}

export function useChangeStatus() {
  const client = useQueryClient()
  const mutation = useMutation<StatusResponse, AdminFailure, StatusChange>({
    mutationKey: STATUS_CHANGE,
    mutationFn: ({ id, active }) => changeStatus(id, active),
    onSuccess: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: usersQuery.queryKey })
      client.setQueryData(usersQuery.queryKey, (old) => old && withStatus(old, { id, active: isActive }))
      toast({ title: isActive ? text.activated : text.deactivated, id: `admin-status-${id}` })
    },
    onError: ({ message }, { id }) => toastFailure(`admin-status-${id}`, text.statusFailed, message),
    onSettled: () => invalidateAfterLast(client, STATUS_CHANGE, usersQuery.queryKey, auditKey),
  })
  return (change: StatusChange) => {
    if (!isPending<StatusChange>(client, STATUS_CHANGE, ({ id }) => id === change.id)) mutation.mutate(change)
  }
}

export function useCreateSupervisor() {
  const client = useQueryClient()
  return useMutation<unknown, AdminFailure, CreateSupervisorRequest>({
    mutationFn: createSupervisor,
    // The variables hold a password: they must not stay in memory.
    gcTime: 0,
    onSuccess: (_answer, { displayName }) =>
      toast({ title: text.created, description: text.createdHint(displayName), id: 'admin-create' }),
    onError: ({ message }) => toastFailure('admin-create', text.createFailed, message),
    onSettled: () => invalidate(client, usersQuery.queryKey, auditKey),
  })
}

/** Answers what was deleted; null for an operator. */
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
    onError: ({ message, needsProof }, id) =>
      needsProof || toastFailure(`admin-remove-${id}`, failed, message),
    onSettled: () => invalidate(client, usersQuery.queryKey, auditKey),
  })
}
