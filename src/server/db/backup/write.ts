import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stoppable } from '../../adapters/stopping.ts'
import type { Orm, Tx } from '../connect.ts'
import { appliedMigrations } from '../migrate.ts'
import { type Counts, dump } from './dump.ts'
import { removeUnfinished, stampOf, syncFolder, writeCompressed } from './durable-file.ts'
import { type BackupName, backupNamed, newerFirst } from './names.ts'
import { newestNumbers, takeBackupTurn } from './queries.ts'
import { partOf } from './rows.ts'
import { BACKED_UP } from './tables.ts'

/** Backups that are kept. */
const BACKUPS_KEPT = 7

export interface Backup {
  /** Name of the file in `DATA_DIR/backups`. */
  file: string
  bytes: number
  /** Rows by table. */
  counts: Counts
}

export interface BackupTarget extends Stoppable {
  orm: Orm
  dataDir: string
  /** The product's. */
  version: string
  /** Encrypts (encryption.ts). */
  key: string | undefined
  /** Signs. */
  recordKey?: string | undefined
  /** The line that anchors the record of this snapshot (record/anchor), for the head of the file. */
  anchor?: (tx: Tx) => Promise<string>
}

/** Another process, or another request, is writing one. */
export class BackupRunning extends Error {}

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/**
 * Writes all tables into one compressed file, from one snapshot and without blocking writers; then removes backups beyond
 * the newest `BACKUPS_KEPT`. Durable when it returns. Memory use is constant: rows are fetched in batches, with
 * backpressure from the disk.
 * Throws `BackupRunning`. `now` is epoch milliseconds.
 */
export async function writeBackup(
  { orm, dataDir, version, key, recordKey, anchor, stopping }: BackupTarget,
  now: number,
): Promise<Backup> {
  const folder = backupFolder(dataDir)
  return orm.transaction(
    async (tx) => {
      if (!(await takeBackupTurn(tx))) throw new BackupRunning()
      // Left by a killed process: this one has the lock, so none of them is being written.
      await removeUnfinished(folder, 'acarreo-')
      const counts: Counts = {}
      const about = {
        version,
        migrations: await appliedMigrations(tx),
        at: new Date(now).toISOString(),
        ...(anchor && { anchor: await anchor(tx) }),
      }
      const parts = BACKED_UP.map((table) => partOf(table))
      const written = await writeCompressed(
        folder,
        { stem: `acarreo-${stampOf(now)}`, ending: '.ndjson.gz' },
        // Sequences are not part of the snapshot: read last, they are at least as high as every row in it.
        dump(tx, 'acarreo-backup', about, parts, counts, recordKey, () => newestNumbers(tx)),
        { key, signal: stopping },
      )
      await rotateBackups(dataDir, { spared: written.file })
      return { ...written, counts }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/**
 * Removes all backups but the newest `kept`, and never `spared`: after the clock was set back, the backup just written
 * would not be the newest. Ignores other files in the folder. Returns the names of the removed ones.
 */
export async function rotateBackups(
  dataDir: string,
  { kept = BACKUPS_KEPT, spared }: { kept?: number; spared?: string } = {},
): Promise<string[]> {
  const folder = backupFolder(dataDir)
  const newestFirst = (await backupsIn(folder)).sort(
    (a, b) => Number(b.file === spared) - Number(a.file === spared) || newerFirst(a, b),
  )
  return removeFrom(folder, newestFirst.slice(kept))
}

/** Removes the backups that are not encrypted, once others are. Returns their names. */
export async function removePlainBackups(dataDir: string): Promise<string[]> {
  const folder = backupFolder(dataDir)
  return removeFrom(
    folder,
    (await backupsIn(folder)).filter(({ isEncrypted }) => !isEncrypted),
  )
}

const backupsIn = async (folder: string): Promise<BackupName[]> =>
  (await readdir(folder).catch(() => [])).flatMap((file) => backupNamed(file) ?? [])

async function removeFrom(folder: string, gone: readonly BackupName[]): Promise<string[]> {
  for (const { file } of gone) await rm(join(folder, file), { force: true })
  if (gone.length > 0) await syncFolder(folder)
  return gone.map(({ file }) => file)
}
