import {
  SETTINGS,
  type SettingKey,
  type SettingName,
  type Settings,
  type SettingsResponse,
} from '#contract/http/console/settings'

const NAMES = Object.keys(SETTINGS) as SettingName[]

/** The settings as they count. `stored`: the texts in the table by key. */
export function decodeSettings(stored: ReadonlyMap<string, string>): Settings {
  const values = NAMES.map((name) => {
    const setting = SETTINGS[name]
    const read = setting.stored.safeDecode(stored.get(setting.key) as never)
    return [name, read.success ? read.data : setting.fallback]
  })
  return Object.fromEntries(values) as Settings
}

/** The settings as texts by key, as the table and the wire have them. */
export function encodeSettings(settings: Settings): Pick<SettingsResponse['settings'], SettingKey> {
  const texts = NAMES.map((name) => [
    SETTINGS[name].key,
    SETTINGS[name].stored.encode(settings[name] as never),
  ])
  return Object.fromEntries(texts)
}
