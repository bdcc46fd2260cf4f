import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Process numbers of the PostgreSQL programs (postmaster, its children, initdb) that live in this folder. */
export function processesIn(folder: string): number[] {
  return process.platform === 'linux' ? fromProc(folder) : fromLsof(folder)
}

/**
 * Every PostgreSQL process has its data folder as working directory. Compared by inode, so it also holds for a
 * postmaster that reaches the folder by another path; a zombie has no working directory and does not count.
 */
function fromProc(folder: string): number[] {
  const wanted = statSync(folder, { throwIfNoEntry: false })
  if (!wanted) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (!/^(postgres|initdb)\n/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))) return false
        const cwd = statSync(`/proc/${pid}/cwd`)
        return cwd.ino === wanted.ino && cwd.dev === wanted.dev
      } catch {
        // Ended meanwhile, a zombie, or of another account, which could not use a folder of mode 700 either.
        return false
      }
    })
    .map(Number)
}

function fromLsof(folder: string): number[] {
  let listing: string
  try {
    listing = execFileSync('lsof', ['-a', '-c', 'postgres', '-c', 'initdb', '-d', 'cwd', '-Fpn'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // lsof ends with 1 when it found nothing, and still prints what it did find.
    listing = String((error as { stdout?: string }).stdout ?? '')
  }
  const pids: number[] = []
  let pid = 0
  for (const line of listing.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    if (line.startsWith('n') && line.slice(1) === folder) pids.push(pid)
  }
  return pids
}

/** False also for a zombie, which still answers to signal 0. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended just now.
  }
}
