import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedPostgresError, type Tell } from './error.ts'
import { connectGuard, readPid, servesFolder } from './guard.ts'
import { processesIn } from './in-use.ts'
import { foreign, type Places, type Postmaster, pidFilePath, shutDown } from './postmaster.ts'
import { socketLockPath, socketPath } from './run-folder.ts'

/** The watcher of a killed server acts within milliseconds; a postmaster that stays up this long has none. */
const watcherTimeMs = 400
const endingMs = 40_000

export interface Adopted {
  postmaster: Postmaster
  guard: pg.Client
}

/**
 * What an earlier server left in the folder: a postmaster that still serves is returned; one that is going down, or
 * children whose postmaster was killed, are waited for. Undefined: no process uses the folder.
 * The caller has already put its own mark in the run folder, so that an older watcher lets go of what we adopt.
 */
export async function findOrphan(places: Places, tell: Tell): Promise<Adopted | undefined> {
  const begun = Date.now()
  for (;;) {
    const users = processesIn(places.dataFolder)
    if (users.length === 0) return undefined
    const elapsed = Date.now() - begun
    if (elapsed > endingMs) {
      throw new EmbeddedPostgresError({ code: 'still_in_use', folder: places.dataFolder, pids: users })
    }
    const pid = readPid(pidFilePath(places.dataFolder))
    if (pid === undefined || !users.includes(pid)) {
      // Children of a killed postmaster leave by themselves as soon as they notice; a busy one is asked to.
      if (elapsed > 2000) for (const user of users) quit(user)
    } else if (recordedRunFolder(places.dataFolder) !== places.runFolder) {
      // Started by another account, or the folder was moved meanwhile: its socket is not where we could keep it.
      await shutDown(foreign(pid, places.logFile))
    } else if (elapsed > watcherTimeMs) {
      const adopted = await adopt(places, foreign(pid, places.logFile), tell)
      if (adopted) return adopted
    }
    await pause(20)
  }
}

async function adopt(places: Places, postmaster: Postmaster, tell: Tell): Promise<Adopted | undefined> {
  const guard = await connectGuard(postmaster, places.runFolder, tell)
  if (guard === 'down') return undefined
  try {
    if (await servesFolder(guard, postmaster.pid, places.dataFolder)) return { postmaster, guard }
  } catch {
    // It went down under the question.
  }
  await guard.end().catch(() => {})
  return undefined
}

function quit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    // Gone meanwhile.
  }
}

/**
 * Removes the lock files of a postmaster that no longer exists. PostgreSQL would trust them when their number belongs
 * to some live process, and refuses to start on an empty one. Call it only when `findOrphan` found none.
 */
export async function removeStaleFiles(places: Places): Promise<void> {
  await rm(pidFilePath(places.dataFolder), { force: true })
  await rm(socketLockPath(places.runFolder), { force: true })
  await rm(socketPath(places.runFolder), { force: true })
}

/** The socket folder a running postmaster was told to use, from the fifth line of its file. */
function recordedRunFolder(dataFolder: string): string | undefined {
  try {
    return readFileSync(pidFilePath(dataFolder), 'utf8').split('\n')[4]?.trim()
  } catch {
    return undefined
  }
}
