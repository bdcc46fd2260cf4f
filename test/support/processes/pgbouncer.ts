import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '#embedded-postgres/open'
import { firstThatAnswers, placesOnPath } from '../../../scripts/lib/program.mjs'

const NAME = 'acarreo'
export const findPgBouncer = (env = process.env): Promise<string | undefined> =>
  firstThatAnswers([...placesOnPath(['pgbouncer'], env), '/usr/sbin/pgbouncer'], /PgBouncer \d/)

export interface PooledDatabase {
  /** Through a PgBouncer in transaction mode with these settings. */
  urlThrough(settings?: Record<string, string>): Promise<string>
  /** A superuser's statement, past PgBouncer. */
  ask(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** An empty PostgreSQL with a PgBouncer for each `urlThrough`; `connections`: what each opens to PostgreSQL. */
export async function startPooled(program: string, connections: number): Promise<PooledDatabase> {
  const base = mkdtempSync(join(tmpdir(), 'acarreo-pgbouncer-'))
  chmodSync(base, 0o755)
  const postgres = await openEmbedded({ dataDir: join(base, 'data'), name: NAME, tell: () => {} })
  const { host, port } = postgres.connection
  const children: ChildProcess[] = []
  // It refuses root, as PostgreSQL does, and that one's socket is for its own account.
  const { uid, gid } = statSync(join(base, 'data/postgres'))

  async function ask(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ ...postgres.connection, user: 'postgres' })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  // PgBouncer need not be the account that this process has.
  writeFileSync(join(base, 'data/postgres/pg_hba.conf'), 'local all all trust\n')
  await ask('select pg_reload_conf()')

  return {
    ask,
    async urlThrough(settings = {}) {
      const folder = join(base, String(children.length))
      mkdirSync(folder)
      const ids = process.geteuid?.() === 0 ? { uid, gid } : {}
      chownSync(folder, uid, gid)
      const all = {
        listen_addr: '',
        listen_port: '6432',
        unix_socket_dir: folder,
        auth_type: 'any',
        pool_mode: 'transaction',
        default_pool_size: String(connections),
        ...settings,
      }
      const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
      const ini = join(folder, 'pgbouncer.ini')
      writeFileSync(
        ini,
        `[databases]\n${NAME} = host=${host} port=${port} user=${NAME}\n[pgbouncer]\n${lines.join('\n')}\n`,
      )
      const child = spawn(program, [ini], { ...ids, cwd: '/', stdio: 'ignore' })
      children.push(child)
      process.once('exit', () => child.kill('SIGKILL'))
      const url = `postgres://${NAME}@localhost:6432/${NAME}?host=${encodeURIComponent(folder)}`
      await answers(url)
      return url
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL')
      await postgres.stop()
      await rm(base, { recursive: true, force: true })
    },
  }
}

async function answers(connectionString: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await pause(20)) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
