import {
  keepPreviousData,
  type MutationState,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { MemoryActionResponse } from '#contract/http/admin'
import type { AuditResponse } from '#contract/http/audit'
import type { SettingRequest, SettingsResponse } from '#contract/http/settings'
import { adminSettingsText } from '../../../text/admin-settings.ts'
import { adminSystemText as text } from '../../../text/admin-system.ts'
import { fromServer } from '../../../text/wire.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { type AuditFilters, auditSearch } from '../audit/audit-model.ts'
import type { AdminFailure } from '../console/failure.ts'
import { adminRequest } from '../console/request.ts'
import { AUDIT, AUDIT_PATH, adminQuery, USERS } from '../queries.ts'

const SETTINGS_PATH = '/api/admin/settings'
const SETTINGS = [SETTINGS_PATH]
const SETTING_CHANGE = ['admin', 'setting'] as const
const AUDIT_ROWS = 50

export type Settings = SettingsResponse['settings']

/** The settings, as they will be when what is under way succeeds. */
export function useSettings() {
  const query = useQuery(adminQuery<SettingsResponse>(SETTINGS_PATH))
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
    mutationFn: (change) => adminRequest('POST', SETTINGS_PATH, change),
    onSuccess: async (_answer, { key, value }) => {
      await client.cancelQueries({ queryKey: SETTINGS })
      client.setQueryData<SettingsResponse>(
        SETTINGS,
        (old) => old && { settings: { ...old.settings, [key]: value } },
      )
      toast({ title: adminSettingsText.saved, id: `admin-setting-${key}` })
    },
    onError: ({ message }, { key }) =>
      toastFailure(`admin-setting-${key}`, adminSettingsText.saveFailed, message),
    onSettled: () => {
      if (client.isMutating({ mutationKey: SETTING_CHANGE }) > 1) return
      void client.invalidateQueries({ queryKey: SETTINGS })
      void client.invalidateQueries({ queryKey: AUDIT })
      // The limit of whoever has none of their own.
      void client.invalidateQueries({ queryKey: USERS })
    },
  })
  return (change: SettingRequest) => {
    const predicate = ({ state }: { state: { variables: unknown } }) =>
      (state.variables as SettingRequest).key === change.key
    if (client.isMutating({ mutationKey: SETTING_CHANGE, predicate }) === 0) mutation.mutate(change)
  }
}

export type MemoryAction = keyof typeof text.actions

const MEMORY_PATHS: Readonly<Record<MemoryAction, string>> = {
  backup: '/api/admin/force-backup',
  load: '/api/admin/force-load',
  verify: '/api/admin/verify-memory',
}

export interface MemoryResult {
  action: MemoryAction
  /** ISO 8601. */
  at: string
  answer: MemoryActionResponse
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
      const answer = await adminRequest<MemoryActionResponse>('POST', MEMORY_PATHS[action])
      return { action, at: new Date().toISOString(), answer }
    },
    onSuccess: ({ action, answer: { success, message } }) => {
      const words = fromServer(message)
      if (success) toast({ title: words, id: `admin-${action}` })
      else sayFailed(action, words)
    },
    onError: ({ message }, action) => sayFailed(action, message),
    onSettled: () => void client.invalidateQueries({ queryKey: AUDIT }),
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
    queryKey: [...AUDIT, auditSearch(filters, zone, null, AUDIT_ROWS)],
    queryFn: ({ pageParam, signal }) =>
      adminRequest('GET', `${AUDIT_PATH}?${auditSearch(filters, zone, pageParam, AUDIT_ROWS)}`, undefined, {
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
}
