import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedPostgresError, type Tell } from './error.ts'

/**
 * Two containers that share a volume see neither each other's sockets nor processes, and two PostgreSQL on one folder
 * destroy it. So the holder touches a file every second, and a start elsewhere first checks whether the file is still
 * being touched. In the same place the lock has already decided, and there is no wait.
 */
export async function startHeartbeat(
  dataDir: string,
  tell: Tell,
  { place = ourPlace(), beatMs = 1000, observeMs = 4000 } = {},
): Promise<() => Promise<void>> {
  const file = join(dataDir, 'postgres.in-use')
  const holder = readHolder(file)
  if (holder !== undefined && holder !== place) {
    tell({ code: 'checking_holder', place: holder })
    if (await isTouched(file, observeMs)) {
      throw new EmbeddedPostgresError({ code: 'in_use', folder: dataDir, holder: { place: holder } })
    }
  }
  await writeFile(file, `${place}\n`)
  const timer = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, beatMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await rm(file, { force: true })
  }
}

/** Compared with itself only: the clocks of two machines may differ. */
async function isTouched(file: string, observeMs: number): Promise<boolean> {
  const touched = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = touched()
  for (
    const deadline = performance.now() + observeMs;
    performance.now() < deadline;
    await pause(observeMs / 40)
  ) {
    const now = touched()
    // Removed meanwhile: its holder has just stopped.
    if (now === undefined) return false
    if (now !== before) return true
  }
  return false
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The machine's name and, on Linux, the number of the process namespace: what a container does not share. */
function ourPlace(): string {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
