import { existsSync, readdirSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAccess } from './access.ts'
import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { checkVersion, initialise, removeLeftovers, repairOwner } from './data-folder.ts'
import { EmbeddedPostgresError, type Tell } from './error.ts'
import { connectGuard, ensureDatabase, takeAdvisoryLock } from './guard.ts'
import { startHeartbeat } from './heartbeat.ts'
import { keepRunning } from './keep-running.ts'
import { lockFolder } from './lock.ts'
import { keepLogBounded } from './log-file.ts'
import { findOrphan, type Running, removeStaleFiles } from './orphan.ts'
import { launch, type Places, type Postmaster, shutDown } from './postmaster.ts'
import { prepareRunFolder, socketPort } from './run-folder.ts'
import { startWatcher } from './watcher.ts'

export interface EmbeddedPostgres {
  /** pg settings: `host` is the folder of a Unix socket; nothing listens on TCP and no password is asked. */
  connection: { host: string; port: number; user: string; database: string; password?: string }
  /** A postmaster left behind by a killed process was taken over. */
  adopted: boolean
  /** Fast shutdown; resolves when the database is down and the folder is free. Safe to call twice. */
  stop(): Promise<void>
}

export interface OpenOptions {
  /** The data live in `<dataDir>/postgres`, the log in `<dataDir>/postgres.log`. Made when missing. */
  dataDir: string
  /**
   * Names role, database, socket folder and lock, so it must stay the same for the same data. Letters, digits and `-`.
   * As root, the system account of this name runs the database, if there is one.
   */
  name: string
  /** Further roles that may connect; they own nothing. */
  roles?: readonly string[]
  /** Receives what a person should know: first start, adoption, long recovery, restarts. */
  tell: Tell
  /** PostgreSQL settings over our own, for example `{ max_connections: '100' }`; an adopted one keeps its own. */
  settings?: Record<string, string>
}

/**
 * Starts the bundled PostgreSQL on a data folder, or takes over one that a killed process left running.
 * Throws EmbeddedPostgresError, whose `failure` says why it is impossible.
 */
export async function openEmbedded(options: OpenOptions): Promise<EmbeddedPostgres> {
  const releases: (() => Promise<void>)[] = []
  const releaseAll = async () => {
    for (const release of releases.splice(0).reverse()) await release()
  }
  try {
    await mkdir(options.dataDir, { recursive: true })
    const dataDir = await realpath(options.dataDir)
    releases.push(await lockFolder(dataDir, options.name))
    releases.push(await startHeartbeat(dataDir, options.tell))
    return await openLocked(dataDir, options, releaseAll)
  } catch (error) {
    await releaseAll()
    throw asFailure(error, options.dataDir)
  }
}

/** A full disk or a missing permission is a failure of the folder too. */
function asFailure(error: unknown, dataDir: string): unknown {
  const isFromSystem = error instanceof Error && 'code' in error && 'syscall' in error
  if (!isFromSystem) return error
  const { message: reason } = error
  return new EmbeddedPostgresError({ code: 'unusable_folder', folder: dataDir, reason }, { cause: error })
}

async function openLocked(
  dataDir: string,
  { name, roles = [], tell, settings = {} }: OpenOptions,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const dataFolder = join(dataDir, 'postgres')
  const account = chooseAccount(dataFolder, name)
  const runFolder = await prepareRunFolder(dataDir, account, name)
  const binaries = await prepareBinaries(account, {
    name,
    linkFolder: join(runFolder, 'lib'),
    cacheFolders: account.ids ? ['/var/cache', '/var/lib', '/opt', '/var/tmp'] : [dataDir],
  })
  await removeLeftovers(dataDir)
  if (isMissing(dataFolder)) {
    tell({ code: 'first_start' })
    await initialise(dataDir, account, binaries)
  }
  checkVersion(dataFolder, binaries.major)
  await repairOwner(dataFolder, account)
  const accessChanged = await writeAccess(dataFolder, account, { name, roles })
  const places: Places = { dataFolder, runFolder, logFile: join(dataDir, 'postgres.log') }

  const watcher = await startWatcher(runFolder, account)
  let launched: Postmaster | undefined
  const start = () => {
    launched = launch(places, account, binaries, settings)
    watcher.guard(launched.pid)
    return launched
  }
  try {
    const orphan = await findOrphan(places, tell)
    if (orphan) {
      tell({ code: 'adopted' })
      if (accessChanged) process.kill(orphan.postmaster.pid, 'SIGHUP')
      watcher.guard(orphan.postmaster.pid)
    } else await removeStaleFiles(places)
    const running = orphan ?? (await connected(start(), places, tell))
    await takeAdvisoryLock(running.guard, dataDir)
    await ensureDatabase(running.guard, { name, roles })
    const shutDownAll = keepRunning(running, { dataDir, places, tell, launch: start })
    const endLogWatch = keepLogBounded(places.logFile)
    return {
      connection: { host: runFolder, port: socketPort, user: name, database: name },
      adopted: orphan !== undefined,
      stop: once(async () => {
        endLogWatch()
        await shutDownAll()
        await watcher.dismiss()
        await rm(runFolder, { recursive: true, force: true })
        await release()
      }),
    }
  } catch (error) {
    // Not one that we only met: it may belong to a living server, as the advisory lock has just said.
    if (launched) await shutDown(launched)
    await watcher.dismiss()
    throw error
  }
}

/** An empty folder counts as missing: the rename replaces it. */
function isMissing(dataFolder: string): boolean {
  return !existsSync(dataFolder) || readdirSync(dataFolder).length === 0
}

async function connected(postmaster: Postmaster, places: Places, tell: Tell): Promise<Running> {
  const guard = await connectGuard(postmaster, places.runFolder, tell)
  if (guard !== 'down') return { postmaster, guard }
  const { logFile } = places
  throw new EmbeddedPostgresError({ code: 'not_started', logFile, reason: postmaster.reason() })
}

function once(work: () => Promise<void>): () => Promise<void> {
  let started: Promise<void> | undefined
  return () => {
    started ??= work()
    return started
  }
}
