import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** It refuses root. */
const IDS = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const DEBIAN = '/usr/lib/postgresql'

/** The programs of a PostgreSQL of this machine, if it has one; the product's own has neither `psql` nor `pg_basebackup`. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => ['initdb', 'psql', 'pg_basebackup'].every((name) => existsSync(join(bin, name))))
}

export interface OwnPostgres {
  folder: string
  port: number
  /** Lines at the end of one of its files, which it reads again. */
  append(file: 'pg_hba.conf' | 'postgresql.conf', line: string): void
  /** What psql says to a superuser. */
  psql(statements: string): string
  stop(): Promise<void>
}

/** Runs `program` as the account that PostgreSQL accepts. */
export const runAsPostgres = (program: string, args: string[], env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(program, args, {
    ...IDS,
    cwd: '/',
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: 'pipe',
  })

/** A folder that PostgreSQL may write into. */
export function folderFor(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  if (IDS.uid !== undefined) chownSync(path, IDS.uid, IDS.gid)
  return path
}

/** As a Debian package makes it: a password over TCP, and the superuser from this machine alone. */
export function initialise(bin: string, folder: string): void {
  const args = [
    '-D',
    folder,
    '-U',
    'postgres',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '-E',
    'UTF8',
  ]
  runAsPostgres(join(bin, 'initdb'), args)
}

/** Starts what is in `folder` on a free port. */
export async function startOwn(bin: string, folder: string): Promise<OwnPostgres> {
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const child: ChildProcess = spawn(join(bin, 'postgres'), args, { ...IDS, cwd: '/', stdio: 'ignore' })
  // A test that times out never comes to its own end.
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const psql = (statements: string): string =>
    execFileSync(
      join(bin, 'psql'),
      ['-X', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-p', String(port), '-U', 'postgres'],
      { input: statements, encoding: 'utf8', stdio: 'pipe' },
    )
  for (let tries = 0; ; tries++) {
    try {
      psql('select 1')
      break
    } catch (error) {
      if (tries === 200) throw error
      await pause(50)
    }
  }
  return {
    folder,
    port,
    append(file, line) {
      appendFileSync(join(folder, file), `${line}\n`)
      psql('select pg_reload_conf()')
    },
    psql,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

/** Every account may look into it, and so PostgreSQL may reach what is in it. */
export const openFolder = (folder: string): void => chmodSync(folder, 0o755)
