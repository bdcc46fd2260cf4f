import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { isKey } from '#server/db/backup/encryption'
import { backupFolder } from '#server/db/backup/write'
import { backUp } from '#server/features/console/backups/service'
import { placesOnPath } from '../../../scripts/lib/program.mjs'
import { createTestApp } from '../../support/app.ts'
import { block, inline } from './document.ts'
import { run, typed } from './program.ts'

const isHere = async (name: string): Promise<boolean> =>
  (await Promise.all(placesOnPath([name], process.env).map((place) => run(place, ['--version'])))).some(
    ({ code }) => code === 0,
  )
const hasAge = (await isHere('age')) && (await isHere('age-keygen'))
if (!hasAge) console.warn('No age here: install it to run all of test/scripts/operations/keys.test.ts.')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [secret = '', key = ''] = block('operations › New secrets › sh').split('\n')

it('makes a secret that the product takes', async () => {
  const { said } = await typed(secret)
  const made = said.trim()
  expect(made).toMatch(/^[0-9a-f]{64}$/)
  expect(readConfig({ SESSION_SECRET: made, RECORD_KEY: made })).toMatchObject({
    sessionSecrets: [made],
    recordKeys: [made],
  })
})

it('makes a key for backups, by the same command in both places', async () => {
  const said = (await typed(block('operations › Encrypted backups › sh'))).said.trim()
  const again = (await typed(key)).said.trim()
  for (const made of [said, again]) expect(readConfig({ BACKUP_KEY: made }).backupKeys).toEqual([made])
  expect(await isKey(said)).toBe(true)
  expect(said).not.toBe(again)
})

/** The file of a backup by a product with this key, or none. */
async function backupWith(name: string, keys: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = join(folder, name)
  const t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...keys }) })
  try {
    await backUp(t.deps)
  } finally {
    await t.close()
  }
  const [file = ''] = await readdir(backupFolder(dataDir))
  return join(backupFolder(dataDir), file)
}

const isDump = (text: string): boolean => {
  const [head = ''] = text.split('\n')
  return Object.keys(JSON.parse(head)).length > 0 && text.split('\n').length > 1
}

it.skipIf(!hasAge)('a backup under a key of age-keygen is read without the product', async () => {
  const keyFile = join(folder, 'key')
  expect(await run('age-keygen', ['-o', keyFile])).toMatchObject({ code: 0 })
  const [made = ''] = /AGE-SECRET-KEY-1\w+/.exec((await typed(`cat ${keyFile}`)).said) ?? []
  const file = await backupWith('encrypted', { BACKUP_KEY: made })
  expect(file).toMatch(/\.gz\.age$/)
  const command = inline('age -d', { KEYFILE: keyFile, FILE: file })
  const { code, said } = await typed(command)
  expect(code).toBe(0)
  expect(isDump(said)).toBe(true)
})

it('one without a key is lines of JSON to gunzip', async () => {
  const file = await backupWith('plain', {})
  const { code, said } = await typed(`${inline('gunzip -c')} ${file}`)
  expect(code).toBe(0)
  expect(isDump(said)).toBe(true)
})
