import { createReadStream, existsSync } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Database, inLongTransaction, SNAPSHOT, type Tx } from '../../db/connect.ts'
import { innermostMessage } from '../../db/errors.ts'
import { type Anchor, anchorsIn, takeAnchor } from './anchor.ts'
import { compareAnchor } from './compare.ts'

type Kept = Pick<Config, 'dataDir' | 'recordKeys'>

const anchorFile = (dataDir: string): string => join(dataDir, 'anchors.log')

/**
 * Compares the record with the newest anchor in `DATA_DIR/anchors.log`; the first fault in one sentence. Null: it holds all of
 * that, or there is none yet.
 */
export const compareWithNewest = (database: Pick<Database, 'pool'>, config: Kept): Promise<string | null> =>
  inLongTransaction(database, (tx) => compareNewestIn(tx, config), SNAPSHOT)

async function compareNewestIn(tx: Tx, { dataDir, recordKeys }: Kept): Promise<string | null> {
  const path = anchorFile(dataDir)
  if (!existsSync(path)) return null
  let newest: Anchor | null = null
  for await (const anchor of anchorsIn(createReadStream(path, 'utf8'))) newest = anchor
  return newest && compareAnchor(tx, newest, recordKeys)
}

/**
 * Takes the anchor of the day: into `DATA_DIR/anchors.log`, to `note` (the log), and to `mail`. Before that, compares the
 * record with the newest one; returns the first fault.
 */
export async function anchorRecord(
  { database, config }: { database: Pick<Database, 'pool'>; config: Kept },
  now: number,
  {
    note,
    warn,
    mail,
  }: {
    note: (line: string) => void
    warn: (message: string) => void
    mail: (line: string, fault: string | null) => Promise<void>
  },
): Promise<string | null> {
  const { line, fault } = await inLongTransaction(
    database,
    async (tx) => ({
      fault: await compareNewestIn(tx, config),
      line: await takeAnchor(tx, now, config.recordKeys[0]),
    }),
    SNAPSHOT,
  )
  note(line)
  await mkdir(config.dataDir, { recursive: true })
  await appendFile(anchorFile(config.dataDir), `${line}\n`, { mode: 0o600 })
  // The line is in the log and in the folder: nothing is to be repeated.
  await mail(line, fault).catch((error: unknown) =>
    warn(`El ancla no se envió por correo: ${innermostMessage(error)}`),
  )
  return fault
}
