/**
 * How long a backup takes to be written, proven and restored: `npx tsx --conditions=acarreo-source bench/backup.ts [--events
 * 300000]`, of a generated history, encrypted and signed as in production. Writing is how long its snapshot lasts, which is
 * how long vacuum leaves dead rows behind it; proving restores it into a temporary database and verifies it there; restoring
 * is what `npm run restore` does in an empty database. Says what that makes at 20 million events, by proportion.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateX25519Identity } from 'age-encryption'
import { restoreBackup } from '#server/db/backup/restore'
import { verifyBackup } from '#server/db/backup/verify'
import { backupFolder, writeBackup } from '#server/db/backup/write'
import { judgeRestored } from '#server/features/console/backups/wholeness'
import { productVersion } from '#server/version'
import { benchDatabase } from './database.ts'
import { fill } from './generate.ts'

const { values: args } = parseArgs({ options: { events: { type: 'string', default: '300000' } } })
const LARGE = 20_000_000
const EMPTY = 'acarreo_bench_restored'

async function timed<T>(act: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = performance.now()
  const result = await act()
  return { seconds: (performance.now() - began) / 1000, result }
}

const database = await benchDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-bench-backup-'))
const key = await generateX25519Identity()
const recordKey = 'a key of the record for measuring'
try {
  await fill(database, 'made', { events: Number(args.events), supervisors: 10 })
  const now = Date.now()
  const written = await timed(() =>
    writeBackup({ orm: database.orm, dataDir, version: productVersion, key, recordKey }, now),
  )
  const { file, bytes, counts } = written.result
  const events = counts.events ?? 0
  const say = (name: string, { seconds }: { seconds: number }): void =>
    console.log(
      `${name}: ${seconds.toFixed(0)} s, ${Math.round(events / seconds)} events a second; ` +
        `extrapolated to 20 million: ${((LARGE / events) * (seconds / 60)).toFixed(0)} min`,
    )
  say('written', written)
  const what = {
    path: join(backupFolder(dataDir), file),
    keys: [key],
    recordKeys: [recordKey],
    judge: judgeRestored,
  }
  const proven = await timed(() => verifyBackup(database, { ...what, counts, now }))
  say('proven', proven)
  if (!proven.result) throw new Error('the owner may not create databases')

  const owner = database.asOwner()
  await owner.pool.query(`create database ${EMPTY} template template0 encoding 'UTF8'`)
  const empty = database.asOwner(EMPTY)
  const restored = await timed(() => restoreBackup(empty, { ...what, role: null }))
  say('restored', restored)
  await empty.close()
  await owner.pool.query(`drop database ${EMPTY}`)
  await owner.close()

  console.log(
    `${events} events, ${Math.round(bytes / events)} bytes each; ` +
      `extrapolated to 20 million: ${((LARGE * bytes) / events / 1e9).toFixed(1)} GB`,
  )
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
