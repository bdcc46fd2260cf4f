import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { partOf } from '#server/db/backup/rows'
import { BACKED_UP, FUNCTIONS, LEFT_OUT, TYPES } from '#server/db/backup/tables'
import { verifyBackup } from '#server/db/backup/verify'
import { BackupRunning, backupFolder, rotateBackups, writeBackup } from '#server/db/backup/write'
import type { Database, Tx } from '#server/db/connect'
import { NOON } from '../support/app.ts'
import { createTestDatabase, ownerDoes } from '../support/database.ts'

let database: Database
let dataDir: string
const write = (now = NOON) =>
  writeBackup({ orm: database.orm, dataDir, version: '0.0.0', key: undefined }, now)

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-backup-'))
  return () => rm(dataDir, { recursive: true, force: true })
})
afterAll(() => database.close())

const inFolder = async () => (await readdir(backupFolder(dataDir))).sort()

describe('what a backup holds', () => {
  it('every table is either in it or left out on purpose, with every column', async () => {
    const { rows } = await database.orm.execute<{ name: string; columns: string[] }>(sql`
      select table_name::text as name, array_agg(column_name::text order by column_name) as columns
      from information_schema.columns where table_schema = 'public' group by table_name order by table_name`)
    expect(rows.map((row) => row.name)).toEqual(
      [...BACKED_UP.map((t) => getTableName(t)), ...LEFT_OUT].sort(),
    )
    for (const table of BACKED_UP) {
      const { name, columns } = partOf(table)
      expect([name, [...columns].sort()]).toEqual([
        name,
        rows.find((row) => row.name === name)?.columns.sort(),
      ])
    }
  })

  it('every function and type is known to the restore, which takes it away and makes it again', async () => {
    const { rows } = await database.orm.execute<{ name: string }>(
      sql`select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([...FUNCTIONS])
    // The others are the rows of tables.
    const types = await database.orm.execute<{ name: string }>(
      sql`select relname::text as name from pg_class where relkind = 'c' and relnamespace = 'public'::regnamespace order by 1`,
    )
    expect(types.rows.map(({ name }) => name)).toEqual([...TYPES])
  })

  it('is for its owner alone', async () => {
    const { file, bytes } = await write()
    expect(file).toBe('acarreo-20260310T180000000Z.ndjson.gz')
    const found = await stat(join(backupFolder(dataDir), file))
    expect([found.mode & 0o777, found.size]).toEqual([0o600, bytes])
  })
})

describe('one at a time', () => {
  it('of two, one is told that another runs; the next one has its turn', async () => {
    // Race: while the second one still connects, the first could end.
    await Promise.all([1, 2].map(() => database.pool.query('select pg_sleep(0.05)')))
    const both = await Promise.allSettled([write(), write()])
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((r) => r.status === 'rejected')).toMatchObject({ reason: expect.any(BackupRunning) })
    await write()
    expect(await inFolder()).toHaveLength(2)
  })

  it('what a killed process left is swept, and what is foreign stays', async () => {
    await write()
    const folder = backupFolder(dataDir)
    await writeFile(join(folder, 'acarreo-20260310T170000000Z.abc.partial'), 'x')
    await writeFile(join(folder, 'notas.txt'), 'x')
    await writeFile(join(folder, 'acarreo-viejo.ndjson.gz'), 'x')
    await write(NOON + 1000)
    expect(await inFolder()).toEqual([
      'acarreo-20260310T180000000Z.ndjson.gz',
      'acarreo-20260310T180001000Z.ndjson.gz',
      'acarreo-viejo.ndjson.gz',
      'notas.txt',
    ])
  })

  it('one that fails leaves the others and nothing of itself', async () => {
    await write()
    const before = await inFolder()
    await ownerDoes(database, 'alter table shared_links rename to hidden')
    await expect(write(NOON + 1000)).rejects.toThrow()
    await ownerDoes(database, 'alter table hidden rename to shared_links')
    expect(await inFolder()).toEqual(before)
  })
})

describe('a process that stops', () => {
  it('ends a backup between two pieces, and leaves nothing of it', async () => {
    await write()
    const before = await inFolder()
    const stop = new AbortController()
    const anchor = async () => {
      stop.abort()
      return ''
    }
    const target = { orm: database.orm, dataDir, version: '0.0.0', key: undefined, anchor }
    await expect(writeBackup({ ...target, stopping: stop.signal }, NOON + 1000)).rejects.toThrow('aborted')
    expect(await inFolder()).toEqual(before)
  })

  it('breaks off the proof of a backup, whatever it is doing, and the backup counts as neither sound nor unsound', async () => {
    const { file, counts } = await write()
    const stop = new AbortController()
    const judge = async (tx: Tx) => {
      stop.abort()
      await tx.execute(sql`select pg_sleep(300)`)
      return null
    }
    const path = join(backupFolder(dataDir), file)
    const proof = verifyBackup(database, { path, counts, now: NOON, judge, stopping: stop.signal })
    await expect(proof).rejects.toThrow('aborted')
    const { rows } = await database.orm.execute(
      sql`select from pg_database where starts_with(datname, ${`acarreo_check_${NOON}_`})`,
    )
    expect(rows).toEqual([])
  })
})

describe('rotation', () => {
  it('keeps the newest seven', async () => {
    for (let day = 0; day < 9; day++) await write(NOON + day * 86_400_000)
    expect(await inFolder()).toEqual(
      [12, 13, 14, 15, 16, 17, 18].map((day) => `acarreo-202603${day}T180000000Z.ndjson.gz`),
    )
  })

  it('tells two of one instant apart, and goes by the time', async () => {
    for (let n = 0; n < 3; n++) await write()
    await write(NOON + 1)
    expect(await rotateBackups(dataDir, { kept: 2 })).toEqual([
      'acarreo-20260310T180000000Z-2.ndjson.gz',
      'acarreo-20260310T180000000Z.ndjson.gz',
    ])
  })

  it('never takes the one just written, even when the clock was set back', async () => {
    for (let day = 0; day < 7; day++) await write(NOON + day * 86_400_000)
    const { file } = await write(NOON - 86_400_000)
    expect(await inFolder()).toContain(file)
    expect(await inFolder()).toHaveLength(7)
  })

  it('has nothing to do where there is no folder', async () => {
    expect(await rotateBackups(join(dataDir, 'nada'))).toEqual([])
  })
})
