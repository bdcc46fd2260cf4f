import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Account, programPlace } from './account.ts'
import { socketLockPath } from './run-folder.ts'

/**
 * Runs in the socket folder and waits for its pipe to close, which happens however the server dies. Then it stops the
 * postmaster named in the socket's lock file: fast shutdown at once, immediate shutdown after 20 seconds. The server
 * also writes the pid into the pipe, in case the socket folder is deleted. A last line 'done' means that the server has
 * stopped the database itself. It exits when the mark in `owner` is no longer its own: a newer server has adopted the
 * postmaster.
 * Shell rather than Node: 1 MB instead of 40, and the account may be unable to reach our programs.
 */
const script = `
trap '' HUP INT QUIT TERM
known=
while read -r line; do known=$line; done
[ "$known" = done ] && exit 0
mine() { owner=; { read -r owner < owner; } 2>/dev/null; [ -z "$owner" ] || [ "$owner" = "$1" ]; }
postmaster() { pid=$known; { read -r pid < "$1"; } 2>/dev/null || pid=$known; [ -n "$pid" ]; }
is_postgres() {
  name=
  if [ -r /proc/self/stat ]; then { read -r name < "/proc/$1/comm"; } 2>/dev/null; else name=$(ps -o comm= -p "$1"); fi
  case $name in *postgres*) return 0 ;; esac
  return 1
}
n=0
told=
while [ $n -lt 260 ] && mine "$1"; do
  if postmaster "$2" && is_postgres "$pid"; then
    if [ "$told" != "$pid" ]; then kill -INT "$pid"; told=$pid; fi
    [ $n -eq 200 ] && kill -QUIT "$pid"
  elif [ -n "$told" ] || [ $n -ge 20 ]; then
    exit 0
  fi
  sleep 0.1
  n=$((n + 1))
done
`

/** Takes the postmaster of this folder, present or to come, into care. Started before it, so that none is left alone. */
export async function startWatcher(runFolder: string, account: Account) {
  const mark = randomUUID()
  const fresh = join(runFolder, `owner.${mark}`)
  await writeFile(fresh, `${mark}\n`, { mode: 0o644 })
  await rename(fresh, join(runFolder, 'owner'))
  let dismissed = false
  let told = ''
  let child = watch()

  function watch(): ChildProcess {
    const lockFile = basename(socketLockPath(runFolder))
    const started = spawn('/bin/sh', ['-c', script, 'postgres-watcher', mark, lockFile], {
      ...programPlace(account, runFolder, {}),
      // A separate session: Ctrl-C in the terminal must only reach the server, which then stops the database.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    started.stdin.on('error', () => {})
    started.on('error', () => {})
    started.once('exit', () => {
      // It was killed: the postmaster needs another one.
      setTimeout(() => {
        if (!dismissed) child = watch()
      }, 1000).unref()
    })
    if (told) started.stdin.write(told)
    started.unref()
    // The pipe keeps no event loop alive: a program that has nothing else to do may end.
    ;(started.stdin as unknown as { unref?: () => void }).unref?.()
    return started
  }

  return {
    /** Tells the postmaster's process number. */
    guard(pid: number): void {
      told = `${pid}\n`
      child.stdin?.write(told)
    },
    /** Ends the watch; the database must already be down. */
    async dismiss(): Promise<void> {
      dismissed = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.ref()
      child.stdin?.end('done\n')
      await ended
    },
  }
}
