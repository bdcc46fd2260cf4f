import { readStored, writeStored } from '../../../../../lib/storage.ts'

const KEY = 'persist-asked'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Whether to ask the browser again for persistent storage: at most once a day, and at once after an installation. Browsers
 * refuse it to a new page and grant it to one that is used daily or installed. `asked`: what was noted last time; `now` in
 * epoch milliseconds.
 */
export function isDue(asked: unknown, now: number, installed: boolean): boolean {
  if (typeof asked !== 'object' || asked === null) return true
  const { at, installed: then } = asked as Record<string, unknown>
  if (typeof at !== 'number' || now < at || now - at >= DAY_MS) return true
  return installed && then !== true
}

/** Whether the browser keeps what is stored until a person deletes it; null: unknown. Never rejects. */
export async function askToKeep(): Promise<boolean | null> {
  const { storage } = navigator
  if (!storage?.persist) return null
  try {
    if (await storage.persisted()) return true
    const installed = matchMedia('(display-mode: standalone)').matches
    if (!isDue(readStored(KEY), Date.now(), installed)) return false
    writeStored(KEY, { at: Date.now(), installed })
    return await storage.persist()
  } catch {
    return null
  }
}
