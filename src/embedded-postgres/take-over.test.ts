import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ask, embeddedTest, killHard, watchersOf } from '../../test/support/processes/embedded.ts'
import { isAlive, processesIn } from './in-use.ts'
import { openEmbedded } from './open.ts'

const isRoot = process.geteuid?.() === 0
const f = embeddedTest()

describe('a server that dies', () => {
  it('takes the database down with it, and the next start finds everything', async () => {
    f.copyPrepared()
    const { child, answer } = f.startProcess()
    const { connection } = await answer
    await ask(connection ?? {}, 'create table kept as select 7 as n')
    await killHard(child)
    // At once: the old database is still on its way down.
    const again = await f.open()
    expect(again.adopted).toBe(false)
    expect(await ask(again.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('takes the database down even without another start', async () => {
    f.copyPrepared()
    const { child, answer } = f.startProcess()
    await answer
    await killHard(child)
    await f.vanished()
    expect(existsSync(join(f.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  it('takes the database down also when its socket folder was swept away', async () => {
    f.copyPrepared()
    const { child, answer } = f.startProcess()
    await rm((await answer).connection?.host ?? '', { recursive: true })
    await killHard(child)
    await f.vanished()
  })

  it.runIf(process.platform === 'linux')('has its postmaster adopted when the watcher died too', async () => {
    f.copyPrepared()
    const { child, answer } = f.startProcess()
    const { connection } = await answer
    await ask(connection ?? {}, 'create table kept as select 8 as n')
    for (const pid of watchersOf(connection?.host ?? '')) process.kill(pid, 'SIGKILL')
    await killHard(child)
    const before = processesIn(join(f.dataDir, 'postgres'))
    expect(before).not.toEqual([])

    const next = f.startProcess()
    expect((await next.answer).adopted).toBe(true)
    expect(await ask(connection ?? {}, 'select n from kept')).toEqual([{ n: 8 }])
    // The adopted one has a watcher again.
    await killHard(next.child)
    await f.vanished()
  })

  it.runIf(process.platform === 'linux')('gets a new watcher when only that was killed', async () => {
    f.copyPrepared()
    const { child, answer } = f.startProcess()
    const host = (await answer).connection?.host ?? ''
    const [first] = watchersOf(host)
    process.kill(first ?? 0, 'SIGKILL')
    await expect
      .poll(() => watchersOf(host).filter((pid) => pid !== first), { timeout: 10_000 })
      .toHaveLength(1)
    await killHard(child)
    await f.vanished()
  })

  it('leaves no half-made database when it dies during the first start', async () => {
    for (const delayMs of [0, 150, 350]) {
      const { child } = f.startProcess()
      await once(child, 'line')
      await pause(delayMs)
      await killHard(child)
    }
    const database = await f.open()
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(f.dataDir).sort()).toEqual(['postgres', 'postgres.in-use', 'postgres.log'])
  })

  it('receives Ctrl-C before the database does', async () => {
    f.copyPrepared()
    const { child, answer } = f.startProcess(`
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
    expect(lines.filter((line) => line.startsWith('NOTICE'))).toEqual([])
    expect(processesIn(join(f.dataDir, 'postgres'))).toEqual([])
  })
})

describe('a database that dies', () => {
  it('is started again, and committed data are there', async () => {
    f.copyPrepared()
    const told: string[] = []
    const database = await openEmbedded({
      dataDir: f.dataDir,
      name: 'acarreo',
      tell: ({ code }) => told.push(code),
    })
    f.opened.push(database)
    await ask(database.connection, 'create table kept as select 11 as n')
    process.kill(
      Number.parseInt(readFileSync(join(f.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    )
    await expect
      .poll(() => ask(database.connection, 'select n from kept').catch(() => 'down'), { timeout: 10_000 })
      .toEqual([{ n: 11 }])
    expect(told.filter((code) => code === 'restarting')).toHaveLength(1)
    await database.stop()
    expect(processesIn(join(f.dataDir, 'postgres'))).toEqual([])
  })

  it('goes down for good when it is stopped while recovering', async () => {
    f.copyPrepared()
    const database = await f.open()
    process.kill(
      Number.parseInt(readFileSync(join(f.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    )
    await database.stop()
    await pause(500)
    expect(processesIn(join(f.dataDir, 'postgres'))).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('what a dead postmaster leaves', () => {
  const pidFile = () => join(f.dataDir, 'postgres', 'postmaster.pid')

  /** Nobody is left to clean up, as after a power cut. Returns what the lock file says. */
  async function crash(): Promise<string> {
    f.copyPrepared()
    const { child, answer } = f.startProcess()
    const { connection } = await answer
    await ask(connection ?? {}, 'create table kept as select 9 as n')
    const content = readFileSync(pidFile(), 'utf8')
    for (const pid of watchersOf(connection?.host ?? '')) process.kill(pid, 'SIGKILL')
    await killHard(child)
    process.kill(Number.parseInt(content, 10), 'SIGKILL')
    await f.vanished()
    return content
  }

  it('starts over its lock file', async () => {
    await crash()
    expect(await ask((await f.open()).connection, 'select n from kept')).toEqual([{ n: 9 }])
  })

  it('starts over an empty lock file', async () => {
    await crash()
    writeFileSync(pidFile(), '')
    expect(await ask((await f.open()).connection, 'select n from kept')).toEqual([{ n: 9 }])
  })

  it('starts over a lock file whose pid now belongs to another process, and leaves that one alone', async () => {
    const content = await crash()
    const { uid, gid } = statSync(join(f.dataDir, 'postgres'))
    // Of the database's own account: PostgreSQL takes a living process of that account for its predecessor.
    const stranger = spawn('/bin/sleep', ['60'], isRoot ? { uid, gid } : {})
    f.children.push(stranger)
    writeFileSync(pidFile(), content.replace(/^\d+/, String(stranger.pid)))
    expect(await ask((await f.open()).connection, 'select n from kept')).toEqual([{ n: 9 }])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })
})
