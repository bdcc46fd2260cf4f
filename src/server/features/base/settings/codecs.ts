import { z } from 'zod'
import type { SettingKey, SettingsResponse } from '#contract/http/settings'
import { DEFAULT_OPERATOR_LIMIT } from '#domain/account/entitlements'
import { REGISTRATION_MODES } from '#domain/account/registration'
import { TRACKING_VISIBILITIES } from '#domain/container/tracking-visibility'

/**
 * Every setting: its key in the table and on the wire, the codec of its text, and the default for a missing or unknown
 * text.
 */
const SETTINGS = {
  operatorLimit: {
    key: 'operator_limit',
    // Wider than what the console offers: somebody may have set another limit in the database.
    text: z.codec(z.string().regex(/^[1-9]\d{0,5}$/), z.int(), { decode: Number, encode: String }),
    fallback: DEFAULT_OPERATOR_LIMIT,
  },
  maintenanceMode: {
    key: 'maintenance_mode',
    text: z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }),
    fallback: false,
  },
  publicTracking: { key: 'public_tracking', text: z.enum(TRACKING_VISIBILITIES), fallback: 'status' },
  registration: { key: 'registration', text: z.enum(REGISTRATION_MODES), fallback: 'open' },
} as const

type SettingName = keyof typeof SETTINGS
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['text']> }

const NAMES = Object.keys(SETTINGS) as SettingName[]

/** The settings as they count. `stored`: the texts in the table by key. */
export function decodeSettings(stored: ReadonlyMap<string, string>): Settings {
  const values = NAMES.map((name) => {
    const { key, text, fallback } = SETTINGS[name]
    const read = text.safeDecode(stored.get(key) as never)
    return [name, read.success ? read.data : fallback]
  })
  return Object.fromEntries(values) as Settings
}

/** The settings as texts by key, as the table and the wire have them. */
export function encodeSettings(settings: Settings): Pick<SettingsResponse['settings'], SettingKey> {
  const texts = NAMES.map((name) => [SETTINGS[name].key, SETTINGS[name].text.encode(settings[name] as never)])
  return Object.fromEntries(texts)
}
