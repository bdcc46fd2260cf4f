import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { processesIn, sendSignal } from '#embedded-postgres/in-use'
import { type EmbeddedPostgres, openEmbedded } from '#embedded-postgres/open'
import { connect } from '#server/db/connect'
import { migrateDatabase } from '#server/db/migrate'

interface Standby {
  url: string
  /** Replay stops, as when the standby cannot keep up; what it has answers on. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Waits until everything that the primary has committed is replayed. */
  caughtUp(): Promise<void>
  /** A statement by the superuser. */
  ask(statement: string): Promise<Record<string, unknown>[]>
  /** The processes keep their connections and do nothing any more, until `thaw`. */
  freeze(): void
  thaw(): void
  /** -9 for every process of it. */
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

export interface ReplicatedPair {
  connection: EmbeddedPostgres['connection']
  /** A superuser's statement on the primary. */
  ask(statement: string): Promise<Record<string, unknown>[]>
  standby: Standby
  stop(): Promise<void>
}

/** A primary with the schema and one streaming standby of it, from the product's own binaries. */
export async function startPair(): Promise<ReplicatedPair> {
  const base = mkdtempSync(join(tmpdir(), 'acarreo-pair-'))
  chmodSync(base, 0o755)
  const open = (folder: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> =>
    openEmbedded({ dataDir: join(base, folder), name: 'acarreo', tell: () => {}, settings })

  const primary = await open('primary')
  const askPrimary = asSuperuser(primary.connection)
  const database = connect(primary.connection)
  await migrateDatabase(database)
  await database.close()
  await copyCluster(primary.connection, join(base, 'primary/postgres'), join(base, 'standby/postgres'))

  const startStandby = (): Promise<EmbeddedPostgres> =>
    open('standby', {
      primary_conninfo: `host=${primary.connection.host} port=${primary.connection.port} user=postgres`,
      // Replay waits for no reader, so that a test need not wait for a conflict.
      max_standby_streaming_delay: '0',
      wal_retrieve_retry_interval: '100ms',
    })
  let standby = await startStandby()
  const folder = join(base, 'standby/postgres')
  let frozen: number[] = []
  const { host, port, user, database: name } = standby.connection
  const ask = asSuperuser(standby.connection)

  const pair: ReplicatedPair = {
    connection: primary.connection,
    ask: askPrimary,
    standby: {
      url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      pauseReplay: async () => {
        await ask('select pg_wal_replay_pause()')
        await until(ask, `select pg_get_wal_replay_pause_state() = 'paused' as done`)
      },
      resumeReplay: async () => void (await ask('select pg_wal_replay_resume()')),
      async caughtUp() {
        const [row] = await askPrimary('select pg_current_wal_lsn() as lsn')
        await until(ask, `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as done`)
      },
      ask,
      freeze() {
        const [postmaster] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
        // First, so that it starts no other.
        sendSignal(Number(postmaster), 'SIGSTOP')
        frozen = processesIn(folder)
        for (const pid of frozen) sendSignal(pid, 'SIGSTOP')
      },
      thaw() {
        for (const pid of frozen.splice(0)) sendSignal(pid, 'SIGCONT')
      },
      async kill() {
        for (const pid of processesIn(folder)) sendSignal(pid, 'SIGKILL')
        // Which would be started again.
        await standby.stop()
      },
      async stop() {
        pair.standby.thaw()
        await standby.stop()
      },
      async start() {
        standby = await startStandby()
      },
    },
    async stop() {
      await pair.standby.stop()
      await primary.stop()
      await rm(base, { recursive: true, force: true })
    },
  }
  return pair
}

type Ask = (statement: string) => Promise<Record<string, unknown>[]>

const asSuperuser =
  (connection: EmbeddedPostgres['connection']): Ask =>
  async (statement) => {
    const client = new pg.Client({ ...connection, user: 'postgres' })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

async function until(ask: Ask, statement: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await pause(20)) {
    const [row] = await ask(statement)
    if (row?.done === true) return
    if (Date.now() > deadline) throw new Error(`still false: ${statement}`)
  }
}

/** A base backup by hand: the embedded package has no pg_basebackup. */
async function copyCluster(connection: pg.ClientConfig, from: string, to: string): Promise<void> {
  appendFileSync(join(from, 'pg_hba.conf'), 'local replication postgres trust\n')
  const client = new pg.Client({ ...connection, user: 'postgres' })
  await client.connect()
  try {
    await client.query('select pg_reload_conf()')
    await client.query("select pg_backup_start('standby', true)")
    mkdirSync(dirname(to))
    execFileSync('cp', ['-a', from, to])
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    const { uid, gid } = statSync(from)
    for (const [name, text] of [
      ['backup_label', rows[0]?.label ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(to, name), text)
      chownSync(join(to, name), uid, gid)
    }
    rmSync(join(to, 'postmaster.pid'))
    // The standby fetches from the primary what was written since the start of the backup.
    for (const name of readdirSync(join(to, 'pg_wal'))) {
      if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(to, 'pg_wal', name))
    }
  } finally {
    await client.end()
  }
}
