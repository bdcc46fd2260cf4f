import { z } from 'zod'
import { REGISTRATION_MODES } from '#domain/account/registration'
import { TRACKING_VISIBILITIES } from '#domain/container/tracking-visibility'
import { OPERATOR_LIMITS } from './admin.ts'
import { coded } from './messages.ts'

/** What the administrator can set; every value is sent and stored as text. */
export const SETTING_VALUES = {
  operator_limit: z.enum(OPERATOR_LIMITS.map(String) as [string, ...string[]]),
  maintenance_mode: z.enum(['true', 'false']),
  public_tracking: z.enum(TRACKING_VISIBILITIES),
  registration: z.enum(REGISTRATION_MODES),
} as const
export type SettingKey = keyof typeof SETTING_VALUES

export const settingRequest = z.discriminatedUnion(
  'key',
  [
    z.object({ key: z.literal('operator_limit'), value: SETTING_VALUES.operator_limit }),
    z.object({ key: z.literal('maintenance_mode'), value: SETTING_VALUES.maintenance_mode }),
    z.object({ key: z.literal('public_tracking'), value: SETTING_VALUES.public_tracking }),
    z.object({ key: z.literal('registration'), value: SETTING_VALUES.registration }),
  ],
  { error: coded('setting_unknown') },
)
export type SettingRequest = z.input<typeof settingRequest>

/** Every setting or its default; the last two are read-only. */
export const settingsResponse = z.object({
  settings: z.object({
    ...SETTING_VALUES,
    operator_limit: z.string(),
    version: z.string(),
    /** IANA name of the time zone of filters. Also in /api/config, which is off during maintenance. */
    timezone: z.string(),
  }),
})
export type SettingsResponse = z.infer<typeof settingsResponse>
