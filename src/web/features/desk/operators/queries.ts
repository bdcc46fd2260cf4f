import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  CreateOperatorRequest,
  InvitationResponse,
  OperatorResponse,
} from '#contract/http/people/operators'
import { featuresQuery, refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { createInvitation, revokeInvitations } from '../../../api/people/invitations.ts'
import {
  createOperator,
  operatorsQuery,
  removeOperator,
  updateOperator,
} from '../../../api/people/operators.ts'
import { operatorsText as text } from '../../../text/desk.ts'
import { hideToast, toast, toastFailure } from '../../../ui/toast/toast.ts'
import {
  type GivenPassword,
  limitOf,
  type OperatorFailure,
  type OperatorInfo,
  operatorFailure,
} from './model.ts'

/** How many operators this supervisor may have; null until it is known. */
export function useOperatorLimit(): number | null {
  const { data } = useQuery(featuresQuery)
  return data ? limitOf(data.features.operatorLimit) : null
}

interface Words {
  done: string
  doneHint?: (operator: OperatorResponse | null) => string
  failed: string
  fallback: string
}

/** A change of the list: a toast says whether it worked, and the list is refetched either way. */
function useChange<Wanted, Answer extends OperatorResponse | null>(
  call: (wanted: Wanted) => Promise<Answer>,
  { done, doneHint, failed, fallback }: Words,
) {
  const client = useQueryClient()
  return useMutation<Answer, OperatorFailure, Wanted>({
    mutationFn: (wanted) =>
      call(wanted).catch((error: unknown) => {
        refreshFeaturesAfter(client, error)
        throw operatorFailure(error, fallback)
      }),
    onSuccess: (operator) => {
      client.setQueryData(operatorsQuery.queryKey, (old) =>
        old?.map((row) => (row.id === operator?.id ? operator : row)),
      )
      toast({ title: done, ...(doneHint ? { description: doneHint(operator) } : {}), id: done })
    },
    onError: ({ message, needsProof }) => needsProof || toastFailure(done, failed, message),
    // Not awaited: the change is done, whenever the list arrives.
    onSettled: () => void client.invalidateQueries({ queryKey: operatorsQuery.queryKey }),
  })
}

export function useCreateOperator() {
  return useChange<CreateOperatorRequest, OperatorResponse>(createOperator, {
    done: text.created,
    doneHint: (operator) => text.createdHint(operator?.displayName ?? ''),
    failed: text.createFailed,
    fallback: text.createFallback,
  })
}

export function useUpdateOperator(id: number) {
  return useChange<OperatorInfo, OperatorResponse>((info) => updateOperator(id, info), {
    done: text.updated,
    failed: text.updateFailed,
    fallback: text.updateFallback,
  })
}

export function useChangePassword(id: number) {
  return useChange<GivenPassword, OperatorResponse>((given) => updateOperator(id, given), {
    done: text.passwordUpdated,
    failed: text.passwordFailed,
    fallback: text.passwordFallback,
  })
}

export function useRemoveOperator() {
  return useChange<number, null>(removeOperator, {
    done: text.removed,
    failed: text.removeFailed,
    fallback: text.removeFallback,
  })
}

const inviteFailure = (error: unknown): never => {
  throw operatorFailure(error, text.inviteFallback)
}

export function useCreateInvitation() {
  return useMutation<InvitationResponse, OperatorFailure>({
    mutationFn: () => createInvitation().catch(inviteFailure),
    onSuccess: () => hideToast('invitation'),
    onError: ({ message }) => toastFailure('invitation', text.inviteFailed, message),
  })
}

export function useRevokeInvitations() {
  return useMutation<unknown, OperatorFailure>({
    mutationFn: () => revokeInvitations().catch(inviteFailure),
    onSuccess: () => toast({ title: text.revoked, id: 'invitations-revoked' }),
    onError: ({ message }) => toastFailure('invitations-revoked', text.revokeFailed, message),
  })
}
