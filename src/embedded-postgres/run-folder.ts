import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter } from './account.ts'
import { EmbeddedPostgresError } from './error.ts'

/** The port is only the end of the socket's name: nothing listens on TCP. */
export const socketPort = 5432
const socketName = `.s.PGSQL.${socketPort}`
/** The system's limit for a socket's path is 107 bytes on Linux and 103 on macOS. */
const longestSocketPath = 103

/** The same 16 letters for the same folder however it is spelled; `dataDir` is a real path. */
export function folderHash(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
}

export function socketPath(runFolder: string): string {
  return join(runFolder, socketName)
}

export function socketLockPath(runFolder: string): string {
  return join(runFolder, `${socketName}.lock`)
}

/**
 * Makes the folder for socket, library links and the watcher's mark: short path, entered by the database's account
 * alone (and root), the same at every start of the same data so that a postmaster left behind is found by it.
 */
export async function prepareRunFolder(dataDir: string, account: Account, name: string): Promise<string> {
  // Not the session's XDG_RUNTIME_DIR or TMPDIR: they vanish at log-out or differ from one terminal to the next. /run/NAME is
  // there under systemd, whose services have a /tmp of their own.
  const bases = account.ids ? ['/run', '/tmp'] : [`/run/${name}`, '/tmp', '/var/tmp', homedir()]
  const uid = account.ids?.uid ?? process.geteuid?.() ?? 0
  const failures: string[] = []
  for (const base of bases) {
    const folder = join(base, `${name}-${uid}-${folderHash(dataDir)}`)
    if (Buffer.byteLength(socketPath(folder)) > longestSocketPath || !existsSync(base)) continue
    try {
      await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting)
      const made = lstatSync(folder)
      // A shared /tmp lets anyone create this folder first and wait for us in it.
      if (!made.isDirectory() || ![uid, process.geteuid?.()].includes(made.uid)) {
        throw new Error(`${folder} belongs to another account`)
      }
      if (account.ids) await chown(folder, account.ids.uid, account.ids.gid)
      await chmod(folder, 0o700)
      if (canEnter(account, folder)) return folder
      failures.push(`${folder} is not accessible`)
    } catch (error) {
      failures.push((error as Error).message)
    }
  }
  throw new EmbeddedPostgresError({ code: 'no_socket_folder', reason: failures.join('; ') })
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
