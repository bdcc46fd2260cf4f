import { type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import {
  auditKey,
  type MemoryAction,
  type MemoryAnswer,
  runMemoryAction,
} from '../../../../api/admin/system.ts'
import { adminSystemText as text } from '../../../../text/console.ts'
import { worded } from '../../../../text/messages.ts'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'

export interface MemoryResult {
  action: MemoryAction
  /** ISO 8601. */
  at: string
  answer: MemoryAnswer
}

const MEMORY_ACTION = ['admin', 'memory'] as const

const sayFailed = (action: MemoryAction, description: string): void =>
  toastFailure(`admin-${action}`, text.actions[action].failed, description)

/** Runs one memory action at a time. The result of the last one survives leaving the tab. */
export function useMemoryAction() {
  const client = useQueryClient()
  const { mutate } = useMutation<MemoryResult, AdminFailure, MemoryAction>({
    mutationKey: MEMORY_ACTION,
    // Kept as long as the session: a backup's answer must not vanish while it is read.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async (action) => {
      const answer = await runMemoryAction(action)
      return { action, at: new Date().toISOString(), answer }
    },
    onSuccess: ({ action, answer }) => {
      const words = worded(answer)
      if (answer.success) toast({ title: words, id: `admin-${action}` })
      else sayFailed(action, words)
    },
    onError: ({ message }, action) => sayFailed(action, message),
    onSettled: () => void client.invalidateQueries({ queryKey: auditKey }),
  })
  const all = useMutationState({
    filters: { mutationKey: MEMORY_ACTION },
    select: ({ state }) => state as MutationState<MemoryResult, AdminFailure, MemoryAction>,
  })
  return {
    running: all.find(({ status }) => status === 'pending')?.variables ?? null,
    last: all.findLast(({ status }) => status === 'success')?.data ?? null,
    run: (action: MemoryAction) => {
      if (client.isMutating({ mutationKey: MEMORY_ACTION }) === 0) mutate(action)
    },
  }
}
