import { z } from 'zod'
import { IDLE_MINUTES } from '#domain/account/idle'
import { LIMITS } from '#domain/account/limits'
import { SECOND_FACTOR_MODES } from '#domain/account/owed'
import { REGISTRATION_MODES } from '#domain/account/registration'
import { TRACKING_VISIBILITIES } from '#domain/container/tracking-visibility'
import { coded } from '../messages.ts'
import { OPERATOR_LIMITS } from './admin.ts'

interface Setting {
  /** In the table and on the wire. */
  key: string
  /** What the administrator may set; every value is sent as text. */
  asked: z.ZodEnum
  /** Reads and writes the text in the table. */
  stored: z.ZodType<unknown, string>
  /** What counts for a missing or unknown text. */
  fallback: unknown
}

/** Every setting. All else that knows settings follows from this table, or does not compile without the new one. */
export const SETTINGS = {
  operatorLimit: {
    key: 'operator_limit',
    asked: z.enum(OPERATOR_LIMITS.map(String)),
    // Wider than what is offered: somebody may have set another limit in the database.
    stored: z.codec(z.string().regex(/^[1-9]\d{0,5}$/), z.int(), { decode: Number, encode: String }),
    fallback: LIMITS.operators,
  },
  maintenanceMode: {
    key: 'maintenance_mode',
    asked: z.enum(['true', 'false']),
    stored: z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }),
    fallback: false,
  },
  publicTracking: {
    key: 'public_tracking',
    asked: z.enum(TRACKING_VISIBILITIES),
    stored: z.enum(TRACKING_VISIBILITIES),
    fallback: 'status',
  },
  deskIdleMinutes: {
    key: 'desk_idle_minutes',
    asked: z.enum(IDLE_MINUTES.map(String)),
    stored: z.codec(z.enum(IDLE_MINUTES.map(String)), z.int(), { decode: Number, encode: String }),
    fallback: 0,
  },
  supervisorSecondFactor: {
    key: 'supervisor_second_factor',
    asked: z.enum(SECOND_FACTOR_MODES),
    stored: z.enum(SECOND_FACTOR_MODES),
    fallback: 'optional',
  },
  registration: {
    key: 'registration',
    asked: z.enum(REGISTRATION_MODES),
    stored: z.enum(REGISTRATION_MODES),
    fallback: 'open',
  },
} as const satisfies Record<string, Setting>

type Table = typeof SETTINGS
export type SettingName = keyof Table
export type SettingKey = Table[SettingName]['key']
/** The settings as they count. */
export type Settings = { [Name in SettingName]: z.output<Table[Name]['stored']> }
/** Of a setting, its key and a value. */
export type SettingRequest = {
  [Name in SettingName]: { key: Table[Name]['key']; value: z.output<Table[Name]['asked']> }
}[SettingName]
type Texts = { [Name in SettingName as Table[Name]['key']]: Table[Name]['asked'] }

const all: Setting[] = Object.values(SETTINGS)
const [first, ...others] = all.map(({ key, asked }) => z.object({ key: z.literal(key), value: asked }))

export const settingRequest = z.discriminatedUnion('key', [first as never, ...others], {
  error: coded('setting_unknown'),
}) as unknown as z.ZodType<SettingRequest, SettingRequest>

/** Every setting or its default; the last two are read-only. */
export const settingsResponse = z.object({
  settings: z.object({
    ...(Object.fromEntries(all.map(({ key, asked }) => [key, asked])) as Texts),
    operator_limit: z.string(),
    version: z.string(),
    /** IANA name of the time zone of filters. Also in /api/config, which is off during maintenance. */
    timezone: z.string(),
  }),
})
export type SettingsResponse = z.infer<typeof settingsResponse>
