import type { SettingKey, SettingRequest, Settings } from '#contract/http/console/settings'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Trace } from '../../../identity/trace.ts'
import { recordAudit } from '../audit/service.ts'
import { decodeSettings, encodeSettings } from './codecs.ts'
import { listSettings, lockSetting, updateSetting } from './queries.ts'

/** All settings, from one statement over a handful of rows. */
export const readSettings = async (db: Queryable): Promise<Settings> => decodeSettings(await listSettings(db))

const DEFAULT_TEXTS = encodeSettings(decodeSettings(new Map()))

/** Sets one setting; every process applies it within a second. Idempotent: no change, no audit line. */
export async function setSetting(deps: AppDeps, trace: Trace, { key, value }: SettingRequest): Promise<void> {
  const now = deps.clock.now()
  const told = (text: string) => ({ [key]: text }) as { [Key in SettingKey]?: string }
  const changed = await deps.database.orm.transaction(async (tx) => {
    const before = await lockSetting(tx, key, DEFAULT_TEXTS[key], new Date(now))
    if (before === value) return false
    await updateSetting(tx, key, value, { now: new Date(now), by: trace.name })
    await recordAudit(tx, trace, now, {
      action: 'setting_changed',
      target: key,
      before: told(before),
      after: told(value),
    })
    return true
  })
  if (changed) deps.bus.publish({ kind: 'settings_changed' })
}
