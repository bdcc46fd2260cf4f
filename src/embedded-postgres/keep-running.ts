import { setTimeout as pause } from 'node:timers/promises'
import type { Tell } from './error.ts'
import { connectGuard, takeAdvisoryLock } from './guard.ts'
import { findOrphan, type Running, removeStaleFiles } from './orphan.ts'
import { type Places, type Postmaster, shutDown } from './postmaster.ts'

/** A database that went down this often within a minute is not coming back by being started again. */
const mostRestarts = 3
const restartWindowMs = 60_000

interface Surroundings {
  dataDir: string
  places: Places
  tell: Tell
  /** Starts a new postmaster and puts it in the watcher's care. */
  launch: () => Postmaster
}

/**
 * Restarts the database when it goes down (one of its processes crashed, or the out-of-memory killer took the
 * postmaster): the open connection notices it. Takes the advisory lock again.
 * Returns the function that ends this and shuts the database down.
 */
export function keepRunning(first: Running, around: Surroundings): () => Promise<void> {
  let { postmaster, guard } = first
  let ended = false
  let repairing: Promise<void> | undefined
  let restarts: number[] = []
  listen()

  function listen(): void {
    guard.once('end', () => {
      if (ended) return
      repairing = repair().catch((error: Error) => around.tell({ code: 'repair_failed', error }))
    })
  }

  async function repair(): Promise<void> {
    for (;;) {
      const connected = await connectGuard(postmaster, around.places.runFolder, around.tell)
      if (ended) return connected === 'down' ? undefined : connected.end()
      if (connected !== 'down') {
        guard = connected
        await takeAdvisoryLock(guard, around.dataDir)
        listen()
        return
      }
      restarts = restarts.filter((time) => Date.now() - time < restartWindowMs)
      if (restarts.length >= mostRestarts) {
        around.tell({ code: 'given_up', reason: postmaster.reason() })
        return
      }
      restarts.push(Date.now())
      around.tell({ code: 'restarting', reason: postmaster.reason() })
      // Its children may still be leaving; while one is there the lock file protects the data.
      const found = await findOrphan(around.places, around.tell)
      if (found) {
        postmaster = found.postmaster
        await found.guard.end()
        continue
      }
      await removeStaleFiles(around.places)
      if (ended) return
      postmaster = around.launch()
      await pause(50)
    }
  }

  return async () => {
    ended = true
    await guard.end().catch(() => {})
    await shutDown(postmaster)
    // A repair that was under way may have launched another one before it saw the end.
    await repairing
    await shutDown(postmaster)
  }
}
