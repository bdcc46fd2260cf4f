import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { DumpError, readDump } from '#server/db/backup/read'
import { BackupUnsound, verifyBackup } from '#server/db/backup/verify'
import { backupFolder, rotateBackups, writeBackup } from '#server/db/backup/write'
import { connect } from '#server/db/connect'
import { judgeRestored } from '#server/features/console/backups/wholeness'
import { register } from '../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { createOwnedDatabase, restoreInto } from '../support/database.ts'

let t: TestApp
let dataDir: string
let key: string
const write = () => writeWith(key)
const writeWith = (of: string | undefined) =>
  writeBackup({ orm: t.deps.database.orm, dataDir, version: '0.0.0', key: of }, NOON)
const path = (file: string) => join(backupFolder(dataDir), file)

beforeAll(async () => {
  t = await createTestApp()
  key = await generateX25519Identity()
  await register(t.app, 'supervisor')
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-encrypted-'))
  return () => rm(dataDir, { recursive: true, force: true })
})
afterAll(() => t.close())

async function readAll(file: string, keys: readonly string[]): Promise<number> {
  let pieces = 0
  for await (const _piece of readDump(path(file), { keys })) pieces++
  return pieces
}

describe('an encrypted backup', () => {
  it('says so in its name, holds no readable text, and is restored with its key', async () => {
    const { file, counts } = await write()
    expect(file).toMatch(/\.ndjson\.gz\.age$/)
    const bytes = await readFile(path(file))
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    // Compressed text would begin with these.
    expect(bytes.indexOf(Buffer.from([0x1f, 0x8b, 8]))).toBe(-1)
    const fresh = await createOwnedDatabase()
    try {
      const restored = await restoreInto(fresh, path(file), { keys: [key] })
      expect(counts).toMatchObject(restored.counts)
      expect(restored.counts.users).toBe(1)
    } finally {
      await fresh.close()
    }
  })

  it('is rotated like any other', async () => {
    const { file } = await write()
    expect(await rotateBackups(dataDir, { kept: 0 })).toEqual([file])
  })

  it('of before a new key is opened with the older one behind it', async () => {
    const { file } = await write()
    expect(await readAll(file, [await generateX25519Identity(), key])).toBeGreaterThan(1)
  })

  it.each([
    ['without a key', async () => [], 'está cifrado'],
    ['with another key', async () => [await generateX25519Identity()], 'es la de este respaldo'],
  ])('is refused %s in one line', async (_how, other, sentence) => {
    const { file } = await write()
    const refused = readAll(file, await other())
    await expect(refused).rejects.toThrow(DumpError)
    await expect(refused).rejects.toThrow(sentence)
  })

  it.each([
    ['cut off', (file: string, size: number) => truncate(file, size - 40)],
    [
      'changed',
      async (file: string, size: number) => {
        const bytes = await readFile(file)
        bytes[size - 40] = (bytes[size - 40] ?? 0) ^ 1
        await writeFile(file, bytes)
      },
    ],
  ])('is refused when it was %s', async (_how, damage) => {
    const { file, bytes } = await write()
    await damage(path(file), bytes)
    await expect(readAll(file, [key])).rejects.toThrow('dañado o incompleto')
  })
})

describe('the verification', () => {
  // Its databases are told from those of other test files by it.
  const CHECKED = NOON + 1
  const verify = (file: string, counts: Record<string, number>, of?: string) =>
    verifyBackup(t.deps.database, {
      path: path(file),
      keys: of === undefined ? [] : [of],
      counts,
      now: CHECKED,
      judge: judgeRestored,
    })
  const scratches = async () =>
    (
      await t.deps.database.pool.query(
        `select 1 from pg_database where datname like 'acarreo_check_${CHECKED}_%'`,
      )
    ).rowCount

  it.each([
    ['an encrypted one', true],
    ['one without a key', false],
  ])('restores %s into a database that is gone afterwards', async (_what, isEncrypted) => {
    const of = isEncrypted ? key : undefined
    const { file, counts } = await writeWith(of)
    expect(await verify(file, counts, of)).toBe(true)
    expect(await scratches()).toBe(0)
  })

  it('says that it verified nothing where the account may not create databases', async () => {
    const { file, counts } = await write()
    const server = inject('postgres')
    const admin = new pg.Client({ ...server, user: 'postgres' })
    await admin.connect()
    const role = `humble_${Date.now()}`
    await admin.query(`create role ${role}; grant ${role} to ${server.user}`)
    const { database } = t.deps.database.pool.options
    const humble = connect({
      ...server,
      ...(database && { database }),
      options: `-c timezone=UTC -c role=${role}`,
    })
    try {
      expect(
        await verifyBackup(humble, {
          path: path(file),
          keys: [key],
          counts,
          now: CHECKED,
          judge: judgeRestored,
        }),
      ).toBe(false)
    } finally {
      await humble.close()
      await admin.query(`drop role ${role}`)
      await admin.end()
    }
  })

  it('finds a damaged file, and one that lacks a row', async () => {
    const { file, bytes, counts } = await write()
    await expect(verify(file, { ...counts, users: 99 }, key)).rejects.toThrow('users: 1 of 99 rows')
    await truncate(path(file), bytes - 40)
    await expect(verify(file, counts, key)).rejects.toThrow(BackupUnsound)
    expect(await scratches()).toBe(0)
  })
})
