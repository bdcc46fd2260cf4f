import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SettingRequest, SettingsResponse } from '#contract/http/console/settings'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import { auditKey, changeSetting, settingsQuery } from '../../../../api/admin/system.ts'
import { usersQuery } from '../../../../api/admin/users.ts'
import { adminSettingsText } from '../../../../text/console.ts'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'
import { invalidateAfterLast, usePending } from '../pending.ts'

const SETTING_CHANGE = ['admin', 'setting'] as const

export type Settings = SettingsResponse['settings']

/** The settings with pending changes applied. */
export function useSettings() {
  const query = useQuery(settingsQuery)
  const pending = usePending<SettingRequest>(SETTING_CHANGE)
  const changes = Object.fromEntries(pending.map(({ key, value }) => [key, value]))
  const settings: Settings | undefined = query.data && { ...query.data.settings, ...changes }
  return { query, settings }
}

/** Each change is sent, also while one before it is not answered; they go one after the other. */
export function useChangeSetting() {
  const client = useQueryClient()
  const { mutate } = useMutation<unknown, AdminFailure, SettingRequest>({
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
    // The users too: the limit of a supervisor without their own comes from here.
    onSettled: () =>
      invalidateAfterLast(client, SETTING_CHANGE, settingsQuery.queryKey, auditKey, usersQuery.queryKey),
  })
  return mutate
}
