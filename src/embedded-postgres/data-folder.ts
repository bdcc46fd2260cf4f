import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lchown, lstat, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canEnter, programPlace } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import { processesIn } from './in-use.ts'

const freshPrefix = 'postgres.new-'

/** Role that owns the cluster; the application gets a plain role. */
export const superuser = 'postgres'

/**
 * The path by which the account reaches its working directory. Where a parent folder is closed to it (a project under
 * /root), the programs start with the folder as working directory and get it as `/proc/self/cwd`: every process of
 * PostgreSQL stays in that directory.
 */
export function pathFor(account: Account, folder: string): string {
  if (!account.ids || canEnter(account, folder)) return folder
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) return '/proc/self/cwd'
  throw new EmbeddedPostgresError({ code: 'unreachable_folder', folder, account: account.name })
}

/** Throws EmbeddedPostgresError when the data were made by another major version. */
export function checkVersion(dataFolder: string, major: number): void {
  const file = join(dataFolder, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new EmbeddedPostgresError({ code: 'incomplete_folder', folder: dataFolder })
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === String(major)) return
  throw new EmbeddedPostgresError({ code: 'other_version', folder: dataFolder, found, bundled: major })
}

/**
 * Makes the cluster in a temporary folder and renames it when it is complete and synced: an initdb killed in place leaves
 * a folder that neither starts nor can be initialised again.
 */
export async function initialise(dataDir: string, account: Account, binaries: Binaries): Promise<void> {
  const fresh = await mkdtemp(join(dataDir, freshPrefix))
  try {
    if (account.ids) await chown(fresh, account.ids.uid, account.ids.gid)
    await chmod(fresh, 0o700)
    await runInitdb(fresh, account, binaries)
    await rename(fresh, join(dataDir, 'postgres'))
    await syncFolder(dataDir)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

async function runInitdb(fresh: string, account: Account, binaries: Binaries): Promise<void> {
  const place = programPlace(account, fresh, binaries.env)
  const args = [
    '-D',
    pathFor(account, fresh),
    '--username',
    superuser,
    '--encoding=UTF8',
    // The built-in C.UTF-8 knows upper and lower case of ñ and á, unlike C, and never changes with the system's
    // libraries, unlike a glibc or ICU locale, whose updates silently corrupt text indexes.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=peer',
    '--no-instructions',
  ]
  const child = spawn(binaries.initdb, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const outcome = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? '' : (signal ?? `code ${code}`)))
  })
  if (!outcome) return
  const lines = output.trim().split('\n')
  const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? ''
  throw new EmbeddedPostgresError({ code: 'not_initialised', reason: `initdb, ${outcome}: ${reason.trim()}` })
}

/** Folders of initialisations that were killed. Only the holder of the folder's lock may call this. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(freshPrefix)) continue
    const folder = join(dataDir, name)
    // An initdb whose parent was killed goes on writing.
    for (const pid of processesIn(folder)) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/** A folder copied or restored as root came out owned by root and perhaps readable: PostgreSQL accepts neither. */
export async function repairOwner(dataFolder: string, account: Account): Promise<void> {
  const top = await lstat(dataFolder)
  if (account.ids && top.uid !== account.ids.uid) {
    const { uid, gid } = account.ids
    for (const entry of await readdir(dataFolder, { recursive: true, withFileTypes: true })) {
      await lchown(join(entry.parentPath, entry.name), uid, gid)
    }
    // Last, because the owner of the top folder shows whether the work is done.
    await chown(dataFolder, uid, gid)
  }
  if ((top.mode & 0o077) !== 0) await chmod(dataFolder, 0o700)
}

/** Without it a power cut could take back the rename. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
