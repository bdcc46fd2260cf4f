import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { backupFolder, writeBackup } from '#server/db/backup/write'
import { register } from '../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { createTestDatabase, restoreInto } from '../support/database.ts'

// With RECORD_KEY a backup is signed, and nothing is restored that was not written with that key.
const KEY = 'la clave del registro, de al menos 32'
const OLDER = join(import.meta.dirname, 'older', '26-ba16622.ndjson.gz')
let t: TestApp
let dataDir: string
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  t = await createTestApp()
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-signed-'))
  await register(t.app, 'supervisor')
})
beforeEach(async () => {
  database = await createTestDatabase()
  return () => database.close()
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function written(recordKey: string | undefined): Promise<string> {
  const { orm } = t.deps.database
  const { file } = await writeBackup({ orm, dataDir, version: '0.0.0', key: undefined, recordKey }, NOON)
  return join(backupFolder(dataDir), file)
}

/** Another name in it, with counts and sum that are right, and what `end` makes of its last line. */
async function altered(path: string, end: (own: Record<string, unknown>) => object): Promise<string> {
  const lines = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n')
  const body = `${lines.slice(0, -1).join('\n')}\n`.replace('"display_name":"', '"display_name":"Otra ')
  const [word, own] = JSON.parse(lines.at(-1) ?? '')
  const sha256 = createHash('sha256').update(body).digest('hex')
  await writeFile(path, gzipSync(`${body}${JSON.stringify([word, end({ ...own, sha256 })])}\n`))
  return path
}

const restore = (path: string, more: object = {}) =>
  restoreInto(database, path, { recordKeys: [KEY], ...more })

it('a signed one is restored with its key, and without any', async () => {
  const path = await written(KEY)
  expect((await restore(path)).counts.users).toBe(1)
  const other = await createTestDatabase()
  expect((await restoreInto(other, path)).counts.users).toBe(1)
  await other.close()
})

it('one of before a new key is restored with the older one behind it', async () => {
  const path = await written(KEY)
  expect((await restore(path, { recordKeys: [`${KEY}, la nueva`, KEY] })).counts.users).toBe(1)
})

it.each([
  ['that was changed', async () => altered(await written(KEY), (own) => own)],
  ['that another key signed', () => written(`${KEY} otra`)],
])('one %s is refused, also with --unsigned', async (_what, make) => {
  const path = await make()
  for (const more of [{}, { evenUnsigned: true }]) {
    await expect(restore(path, more)).rejects.toThrow(/^El respaldo fue alterado, o lo firmó otra clave/)
  }
})

it('one whose MAC was taken away with the change is refused', async () => {
  const path = await altered(await written(KEY), ({ mac: _mac, ...own }) => own)
  await expect(restore(path)).rejects.toThrow('no está firmado')
})

it('one of before the key, also of an earlier version, is restored when that is wanted', async () => {
  for (const path of [await written(undefined), OLDER]) {
    const fresh = await createTestDatabase()
    await expect(restoreInto(fresh, path, { recordKeys: [KEY] })).rejects.toThrow('--unsigned')
    await restoreInto(fresh, path, { recordKeys: [KEY], evenUnsigned: true })
    await fresh.close()
  }
})
