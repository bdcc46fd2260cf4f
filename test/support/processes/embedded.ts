import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Failure } from '#embedded-postgres/error'
import { isAlive, processesIn } from '#embedded-postgres/in-use'
import { type EmbeddedPostgres, openEmbedded } from '#embedded-postgres/open'
import { folderHash } from '#embedded-postgres/run-folder'

const ERROR = new URL('../../../src/embedded-postgres/error.ts', import.meta.url).href
const OPEN = new URL('../../../src/embedded-postgres/open.ts', import.meta.url).href

export interface Answer {
  connection?: EmbeddedPostgres['connection']
  adopted?: boolean
  refused?: Failure
}

/** What a test of the embedded database works with; everything it opens and starts is gone after each test. */
export interface EmbeddedTest {
  /** A folder of the test's own; `dataDir` is in it and may be set before anything is opened. */
  base: string
  dataDir: string
  opened: EmbeddedPostgres[]
  children: ChildProcess[]
  /** Makes `dataDir` a copy of a data folder that was made once: for tests that are not about the first start. */
  copyPrepared(): void
  open(): Promise<EmbeddedPostgres>
  /** Waits until no PostgreSQL process works in the data folder. */
  vanished(): Promise<void>
  /** Another Node process that opens the folder, as a second Acarreo would; `answer` is what it found. */
  startProcess(whenInterrupted?: string): { child: ChildProcess; answer: Promise<Answer> }
}

/** Call at the top of a test file. */
export function embeddedTest(): EmbeddedTest {
  let prepared: string

  const f: EmbeddedTest = {
    base: '',
    dataDir: '',
    opened: [],
    children: [],
    copyPrepared() {
      execFileSync('cp', ['-a', join(prepared, 'data'), f.dataDir])
    },
    async open() {
      const database = await openEmbedded({ dataDir: f.dataDir, name: 'acarreo', tell: () => {} })
      f.opened.push(database)
      return database
    },
    async vanished() {
      const deadline = Date.now() + 10_000
      while (processesIn(join(f.dataDir, 'postgres')).length > 0) {
        if (Date.now() > deadline) throw new Error('PostgreSQL is still running')
        await pause(20)
      }
    },
    startProcess(whenInterrupted = 'process.exit(1)') {
      const program = `
    import { EmbeddedPostgresError } from ${JSON.stringify(ERROR)}
    import { openEmbedded } from ${JSON.stringify(OPEN)}
    const tell = (answer) => console.log('ANSWER' + JSON.stringify(answer))
    setInterval(() => {}, 1000)
    try {
      const database = await openEmbedded({ dataDir: ${JSON.stringify(f.dataDir)}, name: 'acarreo', tell: (notice) => console.log('NOTICE' + notice.code) })
      process.on('SIGINT', async () => { ${whenInterrupted} })
      tell({ connection: database.connection, adopted: database.adopted })
    } catch (error) {
      tell({ refused: error instanceof EmbeddedPostgresError ? error.failure : { code: 'unexpected', stack: error.stack } })
      process.exit(1)
    }`
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', program],
        // A separate process group, as a terminal creates: a test can send Ctrl-C to all of it.
        { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
      )
      f.children.push(child)
      const answer = new Promise<Answer>((resolve, reject) => {
        createInterface({ input: child.stdout }).on('line', (line) => {
          child.emit('line', line)
          if (line.startsWith('ANSWER')) resolve(JSON.parse(line.slice('ANSWER'.length)) as Answer)
        })
        child.once('exit', (code, signal) => reject(new Error(`ended without an answer: ${code ?? signal}`)))
      })
      answer.catch(() => {})
      return { child, answer }
    },
  }

  beforeAll(async () => {
    prepared = mkdtempSync(join(tmpdir(), 'acarreo-pg-prepared-'))
    chmodSync(prepared, 0o755)
    await (await openEmbedded({ dataDir: join(prepared, 'data'), name: 'acarreo', tell: () => {} })).stop()
  })

  afterAll(() => rm(prepared, { recursive: true, force: true }))

  beforeEach(() => {
    f.base = mkdtempSync(join(tmpdir(), 'acarreo-pg-'))
    chmodSync(f.base, 0o755)
    f.dataDir = join(f.base, 'data')
  })

  afterEach(async () => {
    for (const child of f.children) child.kill('SIGKILL')
    for (const database of f.opened) await database.stop()
    await f.vanished()
    f.children = []
    f.opened = []
    // The folders of sockets whose server was killed.
    for (const parent of ['/run', '/tmp', '/var/tmp']) {
      for (const name of existsSync(parent) ? readdirSync(parent) : []) {
        if (name.endsWith(folderHash(f.dataDir))) {
          await rm(join(parent, name), { recursive: true, force: true })
        }
      }
    }
    await rm(f.base, { recursive: true, force: true })
  })

  return f
}

export async function ask(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Shells that stand in the socket folder. */
export function watchersOf(runFolder: string): number[] {
  const wanted = statSync(runFolder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return statSync(`/proc/${pid}/cwd`).ino === wanted.ino && isAlive(Number(pid))
      } catch {
        return false
      }
    })
    .map(Number)
}
