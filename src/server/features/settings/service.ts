import { z } from 'zod'
import { SETTING_VALUES, type SettingKey, type settingRequest } from '#contract/http/settings'
import { DEFAULT_OPERATOR_LIMIT } from '#domain/account/entitlements'
import type { RegistrationMode } from '#domain/account/registration'
import type { TrackingVisibility } from '#domain/container/tracking-visibility'
import type { Queryable } from '../../db/connect.ts'
import type { AppDeps } from '../../deps.ts'
import type { Trace } from '../../identity/trace.ts'
import { recordAudit } from '../audit/service.ts'
import { findSetting, listSettings, lockSetting, updateSetting } from './queries.ts'

export { productVersion } from './version.ts'

/** Every setting as it counts. */
export interface Settings {
  operator_limit: string
  maintenance_mode: 'true' | 'false'
  public_tracking: TrackingVisibility
  registration: RegistrationMode
}

/** Where nobody has set anything, or something that this version does not know. */
const DEFAULTS: Settings = {
  operator_limit: String(DEFAULT_OPERATOR_LIMIT),
  maintenance_mode: 'false',
  public_tracking: 'status',
  registration: 'open',
}

/** What may stand in the database: whoever sets a limit there may choose another one than the console offers. */
const READABLE = { ...SETTING_VALUES, operator_limit: z.string().regex(/^[1-9]\d{0,5}$/) }

/** `stored` is the text in the database; null: nobody has set it. */
function counting<K extends SettingKey>(key: K, stored: string | null): Settings[K] {
  const known = READABLE[key].safeParse(stored)
  return (known.success ? known.data : DEFAULTS[key]) as Settings[K]
}

/** One setting as it counts. */
export async function readSetting<K extends SettingKey>(db: Queryable, key: K): Promise<Settings[K]> {
  return counting(key, await findSetting(db, key))
}

export async function readSettings(db: Queryable): Promise<Settings> {
  const stored = await listSettings(db)
  const read = <K extends SettingKey>(key: K): Settings[K] => counting(key, stored.get(key) ?? null)
  return {
    operator_limit: read('operator_limit'),
    maintenance_mode: read('maintenance_mode'),
    public_tracking: read('public_tracking'),
    registration: read('registration'),
  }
}

/** Sets one setting; every process goes by it within a second. Nothing happens when it stands like that already. */
export async function setSetting(
  deps: AppDeps,
  trace: Trace,
  { key, value }: z.output<typeof settingRequest>,
): Promise<void> {
  const now = deps.clock.now()
  const changed = await deps.database.orm.transaction(async (tx) => {
    const before = await lockSetting(tx, key, DEFAULTS[key], new Date(now))
    if (before === value) return false
    await updateSetting(tx, key, value, { now: new Date(now), by: trace.name })
    await recordAudit(
      tx,
      trace,
      { action: 'setting_changed', target: key, before: { [key]: before }, after: { [key]: value } },
      now,
    )
    return true
  })
  if (changed) deps.bus.publish({ kind: 'settings_changed' })
}

/** The limit of supervisors who have none of their own. */
export const globalOperatorLimit = async (db: Queryable): Promise<number> =>
  Number(await readSetting(db, 'operator_limit'))
