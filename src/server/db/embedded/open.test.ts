import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, processesIn } from './in-use.ts'
import { type EmbeddedPostgres, EmbeddedPostgresError, openEmbedded } from './open.ts'
import { folderHash } from './run-folder.ts'

const isRoot = process.geteuid?.() === 0

let base: string
let dataDir: string
/** A data folder made once; each test that is not about the first start begins with a copy of it. */
let prepared: string
let opened: EmbeddedPostgres[] = []
let children: ChildProcess[] = []

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'acarreo-pg-prepared-'))
  chmodSync(prepared, 0o755)
  await (await openEmbedded({ dataDir: join(prepared, 'data'), say: () => {} })).stop()
})

afterAll(() => rm(prepared, { recursive: true, force: true }))

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'acarreo-pg-'))
  chmodSync(base, 0o755)
  dataDir = join(base, 'data')
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const database of opened) await database.stop()
  await vanished()
  children = []
  opened = []
  // The folders of sockets whose server was killed.
  for (const parent of ['/run', '/tmp', '/var/tmp']) {
    for (const name of existsSync(parent) ? readdirSync(parent) : []) {
      if (name.endsWith(folderHash(dataDir))) await rm(join(parent, name), { recursive: true, force: true })
    }
  }
  await rm(base, { recursive: true, force: true })
})

function copyPrepared(): void {
  execFileSync('cp', ['-a', join(prepared, 'data'), dataDir])
}

async function open(): Promise<EmbeddedPostgres> {
  const database = await openEmbedded({ dataDir, say: () => {} })
  opened.push(database)
  return database
}

async function ask(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Waits until no PostgreSQL process works in the data folder. */
async function vanished(): Promise<void> {
  const deadline = Date.now() + 10_000
  while (processesIn(join(dataDir, 'postgres')).length > 0) {
    if (Date.now() > deadline) throw new Error('PostgreSQL is still running')
    await pause(20)
  }
}

interface Answer {
  connection?: EmbeddedPostgres['connection']
  adopted?: boolean
  refused?: string
}

/** Another Node process that opens the folder, as a second Acarreo would; `answer` is what it found. */
function startProcess(whenInterrupted = 'process.exit(1)'): { child: ChildProcess; answer: Promise<Answer> } {
  const program = `
    import { openEmbedded, EmbeddedPostgresError } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
    const tell = (answer) => console.log('ANSWER' + JSON.stringify(answer))
    setInterval(() => {}, 1000)
    try {
      const database = await openEmbedded({ dataDir: ${JSON.stringify(dataDir)}, say: (line) => console.log(line) })
      process.on('SIGINT', async () => { ${whenInterrupted} })
      tell({ connection: database.connection, adopted: database.adopted })
    } catch (error) {
      tell({ refused: error instanceof EmbeddedPostgresError ? error.message : 'unexpected: ' + error.stack })
      process.exit(1)
    }`
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    // A group of its own, as a terminal gives to each command: so that a test can send Ctrl-C to all of it.
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  children.push(child)
  const answer = new Promise<Answer>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      child.emit('line', line)
      if (line.startsWith('ANSWER')) resolve(JSON.parse(line.slice('ANSWER'.length)) as Answer)
    })
    child.once('exit', (code, signal) => reject(new Error(`ended without an answer: ${code ?? signal}`)))
  })
  answer.catch(() => {})
  return { child, answer }
}

async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Shells that stand in the socket folder. */
function watchersOf(runFolder: string): number[] {
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

describe('a database in a folder', () => {
  it('starts on an empty folder, keeps its data over a restart, and listens on no TCP port', async () => {
    const first = await open()
    expect(first.adopted).toBe(false)
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
    await ask(first.connection, "create table kept as select 'ñandú' as word")
    await first.stop()
    await first.stop()
    expect(processesIn(join(dataDir, 'postgres'))).toEqual([])

    const second = await open()
    const [row] = await ask(
      second.connection,
      `select upper(word) as word, current_setting('server_encoding') as encoding,
        current_setting('timezone') as timezone, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as addresses,
        (select rolsuper from pg_roles where rolname = current_user) as superuser from kept`,
    )
    expect(row).toEqual({
      word: 'ÑANDÚ',
      encoding: 'UTF8',
      timezone: 'UTC',
      fsync: 'on',
      addresses: '',
      superuser: false,
    })
    expect(statSync(second.connection.host).mode & 0o777).toBe(0o700)
  })

  it('passes settings on', async () => {
    copyPrepared()
    const database = await openEmbedded({ dataDir, say: () => {}, settings: { max_connections: '23' } })
    opened.push(database)
    expect(await ask(database.connection, 'show max_connections')).toEqual([{ max_connections: '23' }])
  })

  it('tells the reason in one line when PostgreSQL does not start, and leaves nothing running', async () => {
    copyPrepared()
    const attempt = openEmbedded({ dataDir, say: () => {}, settings: { shared_buffers: 'mucho' } })
    await expect(attempt).rejects.toThrow(/^PostgreSQL no arrancó .*shared_buffers[^\n]*$/)
    expect(processesIn(join(dataDir, 'postgres'))).toEqual([])
    await expect(open()).resolves.toMatchObject({ adopted: false })
  })

  it('refuses the data of another major version', async () => {
    copyPrepared()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    const attempt = open()
    await expect(attempt).rejects.toThrow(EmbeddedPostgresError)
    await expect(attempt).rejects.toThrow(/son de PostgreSQL 15 y este Acarreo trae PostgreSQL 18/)
  })
})

describe('a folder that cannot serve', () => {
  it('is told in one line when something else lies where the data should be, which stays as it was', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'notas.txt'), 'mías')
    await expect(open()).rejects.toThrow(/^La carpeta [^\n]* no contiene una base de datos completa[^\n]*$/)
    expect(readFileSync(join(dataDir, 'postgres', 'notas.txt'), 'utf8')).toBe('mías')
  })

  it('is told in one line when it cannot be made', async () => {
    writeFileSync(join(base, 'file'), '')
    const attempt = openEmbedded({ dataDir: join(base, 'file', 'data'), say: () => {} })
    await expect(attempt).rejects.toThrow(EmbeddedPostgresError)
    await expect(attempt).rejects.toThrow(/^No fue posible usar la carpeta de datos [^\n]*$/)
  })
})

describe('one process at a time', () => {
  it('refuses a second process and a second opening, naming the holder', async () => {
    copyPrepared()
    await open()
    const { answer } = startProcess()
    expect((await answer).refused).toMatch(
      new RegExp(`^Ya hay un Acarreo en marcha \\(proceso ${process.pid}\\) con la carpeta de datos [^\n]*$`),
    )
    await expect(open()).rejects.toThrow(EmbeddedPostgresError)
  })

  it('lets exactly one through when two start at the same moment on an empty folder', async () => {
    const answers = await Promise.all([startProcess().answer, startProcess().answer])
    expect(answers.filter((answer) => answer.connection)).toHaveLength(1)
    expect(answers.filter((answer) => answer.refused?.startsWith('Ya hay un Acarreo'))).toHaveLength(1)
  })
})

describe('a server that dies', () => {
  it('takes the database down with it, and the next start finds everything', async () => {
    copyPrepared()
    const { child, answer } = startProcess()
    const { connection } = await answer
    await ask(connection ?? {}, 'create table kept as select 7 as n')
    await killHard(child)
    // At once: the old database is still on its way down.
    const again = await open()
    expect(again.adopted).toBe(false)
    expect(await ask(again.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('takes the database down without anybody starting again', async () => {
    copyPrepared()
    const { child, answer } = startProcess()
    await answer
    await killHard(child)
    await vanished()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  it('takes the database down also when its socket folder was swept away', async () => {
    copyPrepared()
    const { child, answer } = startProcess()
    await rm((await answer).connection?.host ?? '', { recursive: true })
    await killHard(child)
    await vanished()
  })

  it.runIf(process.platform === 'linux')('has its postmaster adopted when the watcher died too', async () => {
    copyPrepared()
    const { child, answer } = startProcess()
    const { connection } = await answer
    await ask(connection ?? {}, 'create table kept as select 8 as n')
    for (const pid of watchersOf(connection?.host ?? '')) process.kill(pid, 'SIGKILL')
    await killHard(child)
    const before = processesIn(join(dataDir, 'postgres'))
    expect(before).not.toEqual([])

    const next = startProcess()
    expect((await next.answer).adopted).toBe(true)
    expect(await ask(connection ?? {}, 'select n from kept')).toEqual([{ n: 8 }])
    // The adopted one has a watcher again.
    await killHard(next.child)
    await vanished()
  })

  it.runIf(process.platform === 'linux')('gets a new watcher when only that was killed', async () => {
    copyPrepared()
    const { child, answer } = startProcess()
    const host = (await answer).connection?.host ?? ''
    const [first] = watchersOf(host)
    process.kill(first ?? 0, 'SIGKILL')
    await expect.poll(() => watchersOf(host).filter((pid) => pid !== first)).toHaveLength(1)
    await killHard(child)
    await vanished()
  })

  it('leaves no half-made database when it dies during the first start', async () => {
    for (const delayMs of [0, 150, 350]) {
      const { child } = startProcess()
      await once(child, 'line')
      await pause(delayMs)
      await killHard(child)
    }
    const database = await open()
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.in-use', 'postgres.log'])
  })

  it('receives Ctrl-C before the database does', async () => {
    copyPrepared()
    const { child, answer } = startProcess(`
      await new Promise((resolve) => setTimeout(resolve, 300))
      const { default: pg } = await import('pg')
      const client = new pg.Client(database.connection)
      await client.connect()
      console.log('DRAINED' + (await client.query('select 5 as n')).rows[0].n)
      await client.end()
      await database.stop()
      process.exit(0)`)
    await answer
    const lines: string[] = []
    child.on('line', (line) => lines.push(line))
    const ended = once(child, 'exit')
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect((await ended)[0]).toBe(0)
    expect(lines).toContain('DRAINED5')
    // It was never down: a database that went down and was started again would have served the query as well.
    expect(lines.filter((line) => line.startsWith('PostgreSQL'))).toEqual([])
    expect(processesIn(join(dataDir, 'postgres'))).toEqual([])
  })
})

describe('a database that dies', () => {
  it('is started again, and committed data are there', async () => {
    copyPrepared()
    const said: string[] = []
    const database = await openEmbedded({ dataDir, say: (line) => said.push(line) })
    opened.push(database)
    await ask(database.connection, 'create table kept as select 11 as n')
    process.kill(
      Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    )
    await expect
      .poll(() => ask(database.connection, 'select n from kept').catch(() => 'down'), { timeout: 10_000 })
      .toEqual([{ n: 11 }])
    expect(said.filter((line) => line.startsWith('PostgreSQL se detuvo'))).toHaveLength(1)
    await database.stop()
    expect(processesIn(join(dataDir, 'postgres'))).toEqual([])
  })

  it('goes down for good when it is stopped while recovering', async () => {
    copyPrepared()
    const database = await open()
    process.kill(
      Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    )
    await database.stop()
    await pause(500)
    expect(processesIn(join(dataDir, 'postgres'))).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('what a dead postmaster leaves', () => {
  const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid')

  /** Nobody is left to clean up, as after a power cut. Returns what the lock file says. */
  async function crash(): Promise<string> {
    copyPrepared()
    const { child, answer } = startProcess()
    const { connection } = await answer
    await ask(connection ?? {}, 'create table kept as select 9 as n')
    const content = readFileSync(pidFile(), 'utf8')
    for (const pid of watchersOf(connection?.host ?? '')) process.kill(pid, 'SIGKILL')
    await killHard(child)
    process.kill(Number.parseInt(content, 10), 'SIGKILL')
    await vanished()
    return content
  }

  it('starts over its lock file', async () => {
    await crash()
    expect(await ask((await open()).connection, 'select n from kept')).toEqual([{ n: 9 }])
  })

  it('starts over an empty lock file', async () => {
    await crash()
    writeFileSync(pidFile(), '')
    expect(await ask((await open()).connection, 'select n from kept')).toEqual([{ n: 9 }])
  })

  it('starts over a lock file whose number now belongs to somebody else, and leaves that one alone', async () => {
    const content = await crash()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    // Of the database's own account: PostgreSQL takes a living process of that account for its predecessor.
    const stranger = spawn('/bin/sleep', ['60'], isRoot ? { uid, gid } : {})
    children.push(stranger)
    writeFileSync(pidFile(), content.replace(/^\d+/, String(stranger.pid)))
    expect(await ask((await open()).connection, 'select n from kept')).toEqual([{ n: 9 }])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })
})

describe('started as root', () => {
  it.runIf(isRoot)(
    'works in a folder that the database account cannot enter, restart and crash included',
    async () => {
      copyPrepared()
      chmodSync(base, 0o700)
      const { child, answer } = startProcess()
      const { connection } = await answer
      expect(await ask({ ...connection, user: 'postgres' }, 'show data_directory')).toEqual([
        { data_directory: '/proc/self/cwd' },
      ])
      expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
      await ask(connection ?? {}, 'create table kept as select 10 as n')
      for (const pid of watchersOf(connection?.host ?? '')) process.kill(pid, 'SIGKILL')
      await killHard(child)
      const adopted = await open()
      expect(adopted.adopted).toBe(true)
      await adopted.stop()
      expect(await ask((await open()).connection, 'select n from kept')).toEqual([{ n: 10 }])
    },
  )

  it.runIf(isRoot)('accepts data that a copy as root has given to root', async () => {
    copyPrepared()
    execFileSync('chown', ['-R', '0:0', dataDir])
    chmodSync(join(dataDir, 'postgres'), 0o755)
    expect(await ask((await open()).connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(!isRoot)('is not tried here: the tests do not run as root', () => {
    expect(isRoot).toBe(false)
  })
})

describe('a folder name that is long', () => {
  it('still gives a socket path that the system accepts', async () => {
    dataDir = join(base, 'carpeta con espacios y ñ'.repeat(8))
    await mkdir(dataDir)
    const database = await open()
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(Buffer.byteLength(join(database.connection.host, '.s.PGSQL.5432'))).toBeLessThan(104)
  })
})
