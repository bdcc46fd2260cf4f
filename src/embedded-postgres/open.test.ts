import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, embeddedTest, killHard, watchersOf } from '../../test/support/processes/embedded.ts'
import { EmbeddedPostgresError } from './error.ts'
import { processesIn } from './in-use.ts'
import { openEmbedded } from './open.ts'

const isRoot = process.geteuid?.() === 0
const f = embeddedTest()

describe('a database in a folder', () => {
  it('starts on an empty folder, keeps its data over a restart, and listens on no TCP port', async () => {
    const first = await f.open()
    expect(first.adopted).toBe(false)
    expect(existsSync(join(f.dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    expect(readdirSync(f.dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
    await ask(first.connection, "create table kept as select 'ñandú' as word")
    await first.stop()
    await first.stop()
    expect(processesIn(join(f.dataDir, 'postgres'))).toEqual([])

    const second = await f.open()
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
    f.copyPrepared()
    const database = await openEmbedded({
      dataDir: f.dataDir,
      name: 'acarreo',
      tell: () => {},
      settings: { max_connections: '23' },
    })
    f.opened.push(database)
    expect(await ask(database.connection, 'show max_connections')).toEqual([{ max_connections: '23' }])
  })

  it('gives the reason in one line when PostgreSQL does not start, and leaves nothing running', async () => {
    f.copyPrepared()
    const attempt = openEmbedded({
      dataDir: f.dataDir,
      name: 'acarreo',
      tell: () => {},
      settings: { shared_buffers: 'much' },
    })
    const reason = expect.stringMatching(/^[^\n]*shared_buffers[^\n]*$/)
    await expect(attempt).rejects.toMatchObject({ failure: { code: 'not_started', reason } })
    expect(processesIn(join(f.dataDir, 'postgres'))).toEqual([])
    await expect(f.open()).resolves.toMatchObject({ adopted: false })
  })

  it('refuses the data of another major version', async () => {
    f.copyPrepared()
    writeFileSync(join(f.dataDir, 'postgres', 'PG_VERSION'), '15\n')
    const attempt = f.open()
    await expect(attempt).rejects.toThrow(EmbeddedPostgresError)
    const failure = { code: 'other_version', found: '15', bundled: 18 }
    await expect(attempt).rejects.toMatchObject({ failure })
  })
})

describe('a folder that cannot serve', () => {
  it('is refused when it holds something else, which stays as it was', async () => {
    await mkdir(join(f.dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(f.dataDir, 'postgres', 'notas.txt'), 'mías')
    await expect(f.open()).rejects.toMatchObject({ failure: { code: 'incomplete_folder' } })
    expect(readFileSync(join(f.dataDir, 'postgres', 'notas.txt'), 'utf8')).toBe('mías')
  })

  it('is refused when it cannot be made', async () => {
    writeFileSync(join(f.base, 'file'), '')
    const attempt = openEmbedded({
      dataDir: join(f.base, 'file', 'data'),
      name: 'acarreo',
      tell: () => {},
    })
    await expect(attempt).rejects.toThrow(EmbeddedPostgresError)
    await expect(attempt).rejects.toMatchObject({ failure: { code: 'unusable_folder' } })
  })
})

describe('one process at a time', () => {
  it('refuses a second process and a second opening, naming the holder', async () => {
    f.copyPrepared()
    await f.open()
    const { answer } = f.startProcess()
    const holder = { pid: String(process.pid) }
    expect((await answer).refused).toMatchObject({ code: 'in_use', holder })
    await expect(f.open()).rejects.toThrow(EmbeddedPostgresError)
  })

  it('lets exactly one through when two start at the same moment on an empty folder', async () => {
    const answers = await Promise.all([f.startProcess().answer, f.startProcess().answer])
    expect(answers.filter((answer) => answer.connection)).toHaveLength(1)
    expect(answers.filter((answer) => answer.refused?.code === 'in_use')).toHaveLength(1)
  })
})

describe('started as root', () => {
  it.runIf(isRoot)(
    'works in a folder that the database account cannot enter, restart and crash included',
    async () => {
      f.copyPrepared()
      chmodSync(f.base, 0o700)
      const { child, answer } = f.startProcess()
      const { connection } = await answer
      expect(await ask({ ...connection, user: 'postgres' }, 'show data_directory')).toEqual([
        { data_directory: '/proc/self/cwd' },
      ])
      expect(statSync(join(f.dataDir, 'postgres')).uid).not.toBe(0)
      await ask(connection ?? {}, 'create table kept as select 10 as n')
      for (const pid of watchersOf(connection?.host ?? '')) process.kill(pid, 'SIGKILL')
      await killHard(child)
      const adopted = await f.open()
      expect(adopted.adopted).toBe(true)
      await adopted.stop()
      expect(await ask((await f.open()).connection, 'select n from kept')).toEqual([{ n: 10 }])
    },
  )

  it.runIf(isRoot)('accepts data that a copy as root has given to root', async () => {
    f.copyPrepared()
    execFileSync('chown', ['-R', '0:0', f.dataDir])
    chmodSync(join(f.dataDir, 'postgres'), 0o755)
    expect(await ask((await f.open()).connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(!isRoot)('is not tried here: the tests do not run as root', () => {
    expect(isRoot).toBe(false)
  })
})

describe('a folder name that is long', () => {
  it('still gives a socket path that the system accepts', async () => {
    f.dataDir = join(f.base, 'carpeta con espacios y ñ'.repeat(8))
    await mkdir(f.dataDir)
    const database = await f.open()
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(Buffer.byteLength(join(database.connection.host, '.s.PGSQL.5432'))).toBeLessThan(104)
  })
})
