import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedPostgresError, type Tell } from './error.ts'
import { connectGuard, servesFolder } from './guard.ts'
import { processesIn, sendSignal } from './in-use.ts'
import { foreign, type Places, type Postmaster, shutDown } from './postmaster.ts'
import { socketLockPath, socketPath } from './run-folder.ts'

/** The watcher of a killed server acts within milliseconds; a postmaster that stays up this long has none. */
const watcherTimeMs = 400
const endingMs = 40_000

const pidFilePath = (dataFolder: string): string => join(dataFolder, 'postmaster.pid')

export interface Running {
  postmaster: Postmaster
  guard: pg.Client
}

/**
 * What an earlier server left in the folder: a postmaster that still serves is returned; one that is going down, or
 * children whose postmaster was killed, are waited for. Undefined: no process uses the folder.
 * The caller has already put its own mark in the run folder, so that an older watcher lets go of what we adopt.
 */
export async function findOrphan(places: Places, tell: Tell): Promise<Running | undefined> {
  const begun = performance.now()
  for (;;) {
    const users = processesIn(places.dataFolder)
    if (users.length === 0) return undefined
    const elapsed = performance.now() - begun
    if (elapsed > endingMs) {
      throw new EmbeddedPostgresError({ code: 'still_in_use', folder: places.dataFolder, pids: users })
    }
    const { pid, runFolder } = recorded(places.dataFolder)
    if (pid === undefined || !users.includes(pid)) {
      // Children of a killed postmaster leave by themselves as soon as they notice; a busy one is asked to.
      if (elapsed > 2000) for (const user of users) sendSignal(user, 'SIGQUIT')
    } else if (runFolder !== places.runFolder) {
      // Started by another account, or the folder was moved meanwhile: its socket is not where we could keep it.
      await shutDown(foreign(pid, places.logFile))
    } else if (elapsed > watcherTimeMs) {
      const adopted = await adopt(places, foreign(pid, places.logFile), tell)
      if (adopted) return adopted
    }
    await pause(20)
  }
}

async function adopt(places: Places, postmaster: Postmaster, tell: Tell): Promise<Running | undefined> {
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

/**
 * Removes the lock files of a postmaster that no longer exists. PostgreSQL would trust them when their number belongs
 * to some live process, and refuses to start on an empty one. Call it only when `findOrphan` found none.
 */
export async function removeStaleFiles(places: Places): Promise<void> {
  await rm(pidFilePath(places.dataFolder), { force: true })
  await rm(socketLockPath(places.runFolder), { force: true })
  await rm(socketPath(places.runFolder), { force: true })
}

/** What a postmaster wrote into its file: its process number, and the socket folder it was told to use. */
export function recorded(dataFolder: string): { pid?: number; runFolder?: string | undefined } {
  try {
    const lines = readFileSync(pidFilePath(dataFolder), 'utf8').split('\n')
    return { pid: Math.abs(Number.parseInt(lines[0] ?? '', 10)), runFolder: lines[4]?.trim() }
  } catch {
    return {}
  }
}
