import { setTimeout as pause } from 'node:timers/promises'
import { freeBytes, isFull } from './disk-space.ts'
import type { Notice, Tell } from './error.ts'
import { connectGuard, takeAdvisoryLock } from './guard.ts'
import { findOrphan, type Running, removeStaleFiles } from './orphan.ts'
import { type Places, type Postmaster, shutDown } from './postmaster.ts'

/** After the first restart, which is immediate, pauses double from one restart to the next within a minute. */
const firstPauseMs = 250
const longestPauseMs = 5_000
const windowMs = 60_000
/** How often the same trouble is told. */
const tellEveryMs = 30_000

interface Surroundings {
  dataDir: string
  places: Places
  tell: Tell
  /** Starts a new postmaster and puts it in the watcher's care. */
  launch: () => Postmaster
}

/**
 * Restarts the database when it goes down (one of its processes crashed, the out-of-memory killer took the postmaster, the
 * disk is full): the open connection notices it. Takes the advisory lock again. It never gives up: what stops a database
 * from starting, such as a full disk, ends without notice.
 * Returns the function that ends this and shuts the database down.
 */
export function keepRunning(first: Running, around: Surroundings): () => Promise<void> {
  let { postmaster, guard } = first
  const end = new AbortController()
  let repairing: Promise<void> | undefined
  let restarts: number[] = []
  let told: { code: Notice['code']; at: number } | undefined
  listen()

  function listen(): void {
    guard.once('end', () => {
      if (!end.signal.aborted) repairing = repair()
    })
  }

  function complain(notice: Notice): void {
    const now = Date.now()
    if (told?.code === notice.code && now - told.at < tellEveryMs) return
    told = { code: notice.code, at: now }
    around.tell(notice)
  }

  function complainOf(trouble: Notice): void {
    complain(
      isFull(around.dataDir)
        ? { code: 'no_space', folder: around.dataDir, free: freeBytes(around.dataDir) }
        : trouble,
    )
  }

  async function repair(): Promise<void> {
    while (!end.signal.aborted) {
      try {
        if (await reconnect()) break
        await relaunch()
      } catch (error) {
        complainOf({ code: 'repair_failed', error: error as Error })
        await rest(longestPauseMs)
      }
    }
    if (told && !end.signal.aborted) around.tell({ code: 'running_again' })
    told = undefined
  }

  /** False: the postmaster is down. */
  async function reconnect(): Promise<boolean> {
    const connected = await connectGuard(postmaster, around.places.runFolder, around.tell)
    if (connected === 'down') return false
    let isLost = false
    connected.once('end', () => {
      isLost = true
    })
    try {
      if (!end.signal.aborted) await takeAdvisoryLock(connected, around.dataDir)
    } catch (error) {
      await connected.end().catch(() => {})
      if (isLost) return false
      throw error
    }
    guard = connected
    if (end.signal.aborted) await guard.end()
    else if (isLost) return false
    else listen()
    return true
  }

  async function relaunch(): Promise<void> {
    complainOf({ code: 'restarting', reason: postmaster.reason() })
    restarts = restarts.filter((time) => Date.now() - time < windowMs)
    if (restarts.length > 0) await rest(Math.min(firstPauseMs * 2 ** (restarts.length - 1), longestPauseMs))
    restarts.push(Date.now())
    // Its children may still be leaving; while one is there the lock file protects the data.
    const found = await findOrphan(around.places, around.tell)
    if (found) {
      postmaster = found.postmaster
      await found.guard.end()
      return
    }
    await removeStaleFiles(around.places)
    if (end.signal.aborted) return
    postmaster = around.launch()
    await pause(50)
  }

  const rest = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal: end.signal }).catch(() => {})

  return async () => {
    end.abort()
    await guard.end().catch(() => {})
    await shutDown(postmaster)
    // A repair that was under way may have launched another one before it saw the end.
    await repairing
    await shutDown(postmaster)
  }
}
