import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isAlive, processesIn } from '#embedded-postgres/in-use'
import { connect, type Database } from '#server/db/connect'
import { EMBEDDED_NAME } from '#server/db/start/open'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The server straight from its source. */
export const FROM_SOURCE = [
  '--import',
  'tsx',
  '--conditions=acarreo-source',
  join(root, 'src/server/main.ts'),
]
/** As it is delivered. */
export const FROM_BUILD = [join(root, 'dist/server/main.js')]

/** A start takes half a second, and on a machine at twenty times its load has taken 37. */
const START_MS = 180_000

export interface ServerProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** Milliseconds from the start of the process to its 'listo'. */
  startMs: number
  pid: number
  /** Lines that it has printed so far, workers included. */
  said: string[]
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | string>
  /** Resolves after SIGKILL; its database keeps running. */
  kill(): Promise<void>
  /** In order: with its database. Rejects when it had to be forced. */
  stop(): Promise<void>
}

/**
 * The real product as a separate process, on a free port unless `port` names one; `env` overrides everything.
 * Rejects with its output when it does not start.
 */
export async function startServer(
  dataDir: string,
  program: readonly string[],
  {
    port = 0,
    timezone,
    env: extra = {},
    cwd = root,
  }: { port?: number; timezone?: string; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ServerProcess> {
  const startedAt = performance.now()
  const { DATABASE_URL: _database, REDIS_URL: _redis, PUBLIC_URL: _url, ...env } = process.env
  const child = spawn(process.execPath, [...program], {
    cwd,
    env: {
      ...env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(timezone === undefined ? {} : { APP_TIMEZONE: timezone }),
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'text',
      // A load of few accounts is not a flood.
      REQUESTS_PER_MINUTE: '1000000000',
      ...extra,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'ended')),
  )
  const said: string[] = []
  try {
    const bound = await readyPort(child, said)
    return {
      origin: `http://127.0.0.1:${bound}`,
      startMs: performance.now() - startedAt,
      pid: child.pid ?? 0,
      said,
      ended,
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
      async stop() {
        child.kill('SIGTERM')
        const code = await ended
        if (code !== 0) throw new Error(`The server did not end in order (${code}):\n${said.join('\n')}`)
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  }
}

function readyPort(child: ChildProcess, said: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${said.join('\n')}`))
    const timer = setTimeout(() => fail(`was not ready after ${START_MS} ms`), START_MS)
    const hear = (line: string) => {
      said.push(line)
      const port = /está listo: https?:\/\/[^:]+:(\d+)$/.exec(line)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(port)
    }
    for (const stream of [child.stdout, child.stderr]) {
      // Both are read to the end: a full pipe would stop the server.
      if (stream) createInterface({ input: stream }).on('line', hear)
    }
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`ended (${code ?? signal})`)
    })
  })
}

/** Process numbers of the workers of a cluster, by that of its primary. Linux only. */
export function workersOf(primary: number): number[] {
  const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim().split(' ')
  return children.map(Number).filter((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('/server/main.') && isAlive(pid)
  })
}

/** Process numbers of the database that serves this data folder, the postmaster among them. */
export const databaseProcesses = (dataDir: string): number[] => processesIn(join(dataDir, 'postgres'))

/** All of the database at once, -9: nothing of it gets to write another byte. Returns how many processes it hit. */
export function killDatabase(dataDir: string): number {
  const pids = databaseProcesses(dataDir)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return pids.length
}

/** A connection to the database of a running server, past the server itself. */
export function connectBeside(dataDir: string): Database {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  const [port, host] = [Number(lines[3]), lines[4]]
  if (!host || !port) throw new Error(`no database runs on ${dataDir}`)
  return connect({ host, port, user: EMBEDDED_NAME, database: EMBEDDED_NAME }, { max: 4 })
}

/** Resolves when the database of a running server takes connections again. */
export async function untilAccepting(dataDir: string, timeoutMs = START_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      const beside = connectBeside(dataDir)
      try {
        await beside.pool.query('select 1')
        return
      } finally {
        await beside.close()
      }
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(50)
    }
  }
}

/** Resolves when the server can serve again. */
export async function untilServing(origin: string, timeoutMs = START_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.status === 200) return
    if (performance.now() > deadline) throw new Error(`${origin} does not serve after ${timeoutMs} ms`)
    await pause(50)
  }
}
