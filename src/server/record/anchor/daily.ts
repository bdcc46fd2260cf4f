import { createReadStream, existsSync } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from '../../adapters/mailer.ts'
import type { Config } from '../../config.ts'
import { type Database, inLongTransaction, SNAPSHOT, type Tx } from '../../db/connect.ts'
import { anchorMail } from '../../text/anchors.ts'
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
 * Takes the anchor of the day: into `DATA_DIR/anchors.log`, to `note` (the log), and to ANCHOR_EMAIL. Before that, compares the
 * record with the newest one; returns the first fault.
 */
export async function anchorRecord(
  {
    database,
    config,
    mailer,
  }: {
    database: Pick<Database, 'pool'>
    config: Kept & Pick<Config, 'anchorEmail' | 'supportEmail'>
    mailer: Mailer
  },
  now: number,
  { note, warn }: { note: (line: string) => void; warn: (message: string) => void },
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
  if (config.anchorEmail !== null) {
    const { anchorEmail: to, supportEmail } = config
    // The line is in the log and in the folder: nothing is to be repeated.
    await mailer
      .send(anchorMail({ to, line, fault, supportEmail }))
      .catch((error: unknown) =>
        warn(`anchor not mailed: ${error instanceof Error ? error.message : 'unknown failure'}`),
      )
  }
  return fault
}
