import { readStored, writeStored } from '../../../../lib/storage.ts'

const KEY = 'persist-asked'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Whether the browser is to be asked once more for its promise to keep what is stored. What it refuses a page that it
 * hardly knows it grants one that is used every day, or that has been installed since. `asked`: what was noted at the last
 * time; `now` in epoch milliseconds.
 */
export function isDue(asked: unknown, now: number, installed: boolean): boolean {
  if (typeof asked !== 'object' || asked === null) return true
  const { at, installed: then } = asked as Record<string, unknown>
  if (typeof at !== 'number' || now < at || now - at >= DAY_MS) return true
  return installed && then !== true
}

/** Whether the browser keeps what is stored until somebody deletes it; null: it does not say. Never rejects. */
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
