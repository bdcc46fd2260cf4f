import {
  keepPreviousData,
  type MutationState,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AuditResponse } from '#contract/http/audit'
import type { SettingRequest, SettingsResponse } from '#contract/http/settings'
import type { AdminFailure } from '../../../api/admin/failure.ts'
import {
  auditKey,
  changeSetting,
  fetchAudit,
  type MemoryAction,
  type MemoryAnswer,
  runMemoryAction,
  settingsQuery,
} from '../../../api/admin/system.ts'
import { usersQuery } from '../../../api/admin/users.ts'
import { adminSettingsText } from '../../../text/admin-settings.ts'
import { adminSystemText as text } from '../../../text/admin-system.ts'
import { fromServer } from '../../../text/wire.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { type AuditFilters, auditSearch } from '../audit/audit-model.ts'

const SETTING_CHANGE = ['admin', 'setting'] as const
const AUDIT_ROWS = 50

export type Settings = SettingsResponse['settings']

/** The settings, as they will be when what is under way succeeds. */
export function useSettings() {
  const query = useQuery(settingsQuery)
  const pending = useMutationState({
    filters: { mutationKey: SETTING_CHANGE, status: 'pending' },
    select: ({ state }) => state.variables as SettingRequest,
  })
  const changes = Object.fromEntries(pending.map(({ key, value }) => [key, value]))
  const settings: Settings | undefined = query.data && { ...query.data.settings, ...changes }
  return { query, settings }
}

export function useChangeSetting() {
  const client = useQueryClient()
  const mutation = useMutation<unknown, AdminFailure, SettingRequest>({
    mutationKey: SETTING_CHANGE,
    scope: { id: 'admin-settings' },
    mutationFn: changeSetting,
    onSuccess: async (_answer, { key, value }) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey })
      client.setQueryData(
        settingsQuery.queryKey,
        (old) => old && { settings: { ...old.settings, [key]: value } },
      )
      toast({ title: adminSettingsText.saved, id: `admin-setting-${key}` })
    },
    onError: ({ message }, { key }) =>
      toastFailure(`admin-setting-${key}`, adminSettingsText.saveFailed, message),
    onSettled: () => {
      if (client.isMutating({ mutationKey: SETTING_CHANGE }) > 1) return
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      void client.invalidateQueries({ queryKey: auditKey })
      // The limit of whoever has none of their own.
      void client.invalidateQueries({ queryKey: usersQuery.queryKey })
    },
  })
  return (change: SettingRequest) => {
    const predicate = ({ state }: { state: { variables: unknown } }) =>
      (state.variables as SettingRequest).key === change.key
    if (client.isMutating({ mutationKey: SETTING_CHANGE, predicate }) === 0) mutation.mutate(change)
  }
}

export interface MemoryResult {
  action: MemoryAction
  /** ISO 8601. */
  at: string
  answer: MemoryAnswer
}

const MEMORY_ACTION = ['admin', 'memory'] as const

const sayFailed = (action: MemoryAction, description: string): void =>
  toastFailure(`admin-${action}`, text.actions[action].failed, description)

/**
 * The three actions on the board, one at a time. Not successful is said as a failure, and what it answered is shown all
 * the same. What is under way and what came last are known to whoever asks, also to a tab that was left meanwhile.
 */
export function useMemoryAction() {
  const client = useQueryClient()
  const { mutate } = useMutation<MemoryResult, AdminFailure, MemoryAction>({
    mutationKey: MEMORY_ACTION,
    // As long as the session: what a backup answered is not to vanish while it is read.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async (action) => {
      const answer = await runMemoryAction(action)
      return { action, at: new Date().toISOString(), answer }
    },
    onSuccess: ({ action, answer: { success, message } }) => {
      const words = fromServer(message)
      if (success) toast({ title: words, id: `admin-${action}` })
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

/**
 * The audit log, newest first, page by page; `zone`: whose days the filters mean. While other filters are answered, the
 * rows before stay.
 */
export function useAudit(filters: AuditFilters, zone: string) {
  return useInfiniteQuery<AuditResponse, AdminFailure, { pages: AuditResponse[] }, unknown[], string | null>({
    queryKey: [...auditKey, auditSearch(filters, zone, null, AUDIT_ROWS)],
    queryFn: ({ pageParam, signal }) => fetchAudit(auditSearch(filters, zone, pageParam, AUDIT_ROWS), signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
}
