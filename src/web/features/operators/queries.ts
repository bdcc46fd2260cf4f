import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FeaturesResponse } from '#contract/http/entitlements'
import type {
  CreateOperatorRequest,
  InvitationResponse,
  OperatorMetricsResponse,
  OperatorResponse,
} from '#contract/http/operators'
import { HttpError, type Method, request } from '../../lib/http.ts'
import { operatorsText as text } from '../../text/operators.ts'
import { toast } from '../../ui/toast/toast.ts'
import { limitOf, type OperatorFailure, type OperatorInfo, operatorFailure } from './model.ts'

const OPERATORS = '/api/users/operators'
const INVITATIONS = '/api/users/invitations'
const STALE_MS = 10_000
const FIVE_MINUTES_MS = 5 * 60 * 1000

export function useOperators() {
  return useQuery<OperatorResponse[]>({ queryKey: [OPERATORS], staleTime: STALE_MS })
}

/** How many operators this supervisor may have; null until it is known. */
export function useOperatorLimit(): number | null {
  const { data } = useQuery<FeaturesResponse>({
    queryKey: ['/api/user/features'],
    staleTime: FIVE_MINUTES_MS,
    retry: 2,
  })
  return data ? limitOf(data.features.operatorLimit) : null
}

export function useOperatorMetrics(id: number) {
  return useQuery<OperatorMetricsResponse>({ queryKey: [`${OPERATORS}/${id}/metrics`], retry: 1 })
}

export function useRefreshOperators(refetch: () => Promise<{ isError: boolean }>) {
  return useMutation({
    mutationFn: async () => {
      const { isError } = await refetch()
      if (isError) throw new Error('refetch failed')
    },
    onSuccess: () => toast({ title: text.refreshed, id: 'operators-refreshed' }),
    onError: () => toast({ ...text.refreshFailed, variant: 'destructive', id: 'operators-refreshed' }),
  })
}

interface Words {
  done: string
  doneHint?: (operator: OperatorResponse | null) => string
  failed: string
  fallback: string
}

/** A change of the list: said by a toast whether it worked or not, and the list is asked for again either way. */
function useChange<Wanted, Answer extends OperatorResponse | null>(
  call: (wanted: Wanted) => { method: Method; path: string; body?: unknown },
  { done, doneHint, failed, fallback }: Words,
) {
  const client = useQueryClient()
  return useMutation<Answer, OperatorFailure, Wanted>({
    mutationFn: async (wanted) => {
      const { method, path, body } = call(wanted)
      try {
        return await request<Answer>(method, path, body)
      } catch (error) {
        // The limit may have been lowered since: the desk learns it.
        if (error instanceof HttpError && error.code === 'operator_limit') {
          void client.invalidateQueries({ queryKey: ['/api/user/features'] })
        }
        throw operatorFailure(error, fallback)
      }
    },
    onSuccess: (operator) => {
      client.setQueryData<OperatorResponse[]>([OPERATORS], (old) =>
        old?.map((row) => (row.id === operator?.id ? operator : row)),
      )
      toast({ title: done, ...(doneHint ? { description: doneHint(operator) } : {}) })
    },
    onError: ({ message }) => toast({ title: failed, description: message, variant: 'destructive' }),
    // Not waited for: what was asked for is done, whenever the list has come anew.
    onSettled: () => void client.invalidateQueries({ queryKey: [OPERATORS] }),
  })
}

export function useCreateOperator() {
  return useChange<CreateOperatorRequest, OperatorResponse>(
    (body) => ({ method: 'POST', path: OPERATORS, body }),
    {
      done: text.created,
      doneHint: (operator) => text.createdHint(operator?.displayName ?? ''),
      failed: text.createFailed,
      fallback: text.createFallback,
    },
  )
}

export function useUpdateOperator(id: number) {
  return useChange<OperatorInfo, OperatorResponse>(
    (body) => ({ method: 'PUT', path: `${OPERATORS}/${id}`, body }),
    { done: text.updated, failed: text.updateFailed, fallback: text.updateFallback },
  )
}

export function useChangePassword(id: number) {
  return useChange<string, OperatorResponse>(
    (password) => ({ method: 'PUT', path: `${OPERATORS}/${id}`, body: { password } }),
    { done: text.passwordUpdated, failed: text.passwordFailed, fallback: text.passwordFallback },
  )
}

export function useRemoveOperator() {
  return useChange<number, null>((id) => ({ method: 'DELETE', path: `${OPERATORS}/${id}` }), {
    done: text.removed,
    failed: text.removeFailed,
    fallback: text.removeFallback,
  })
}

export function useCreateInvitation() {
  return useMutation<InvitationResponse, OperatorFailure>({
    mutationFn: async () => {
      try {
        return await request<InvitationResponse>('POST', INVITATIONS)
      } catch (error) {
        throw operatorFailure(error, text.inviteFallback)
      }
    },
    onError: ({ message }) =>
      toast({ title: text.inviteFailed, description: message, variant: 'destructive' }),
  })
}

/** Every link made so far stops working. */
export function useRevokeInvitations() {
  return useMutation<unknown, OperatorFailure>({
    mutationFn: async () => {
      try {
        return await request<unknown>('DELETE', INVITATIONS)
      } catch (error) {
        throw operatorFailure(error, text.inviteFallback)
      }
    },
    onSuccess: () => toast({ title: text.revoked }),
    onError: ({ message }) =>
      toast({ title: text.revokeFailed, description: message, variant: 'destructive' }),
  })
}
