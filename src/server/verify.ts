import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { s3Place } from './backup-place.ts'
import { type Config, ConfigError, configFromProcess } from './config.ts'
import { DumpError } from './db/backup/read.ts'
import { CopyFailed } from './db/backup/target/copy.ts'
import { downloaded } from './db/backup/target/download.ts'
import type { Database } from './db/connect.ts'
import { openBeside } from './db/start/open.ts'
import { DatabaseStartError } from './db/start/start-errors.ts'
import { saidOfAudit } from './features/base/audit/verification.ts'
import { verifyAudit } from './features/base/audit/verify.ts'
import { tellPerson } from './log/tell.ts'
import { compareFile } from './record/anchor/compare.ts'
import { compareWithNewest } from './record/anchor/daily.ts'
import { verifyRecord } from './record/verify/verify.ts'
import { saidOf } from './record/verify/words.ts'
import { againstWhole } from './text/anchors.ts'

// `npm run verify [-- --against FILE]`, FILE also as `s3://bucket/key`: exit code 0 when the record is whole, 1 when it is not or could not be read.

const say = (line: string): void => console.log(line)
const talk = {
  tell: tellPerson(say),
  onError: (error: Error): void => console.error(`Base de datos: ${error.message}`),
}

async function main(): Promise<void> {
  const { against } = parseArgs({ options: { against: { type: 'string' } } }).values
  const config = configFromProcess()
  if (against === undefined) return verify(config, null)
  // Before the record is read, which may take long.
  if (s3Place(against) !== null) {
    return downloaded(against, config, (path) => verify(config, { name: against, path }))
  }
  if (!existsSync(against)) throw new DumpError(`No existe el archivo ${against}.`)
  await verify(config, { name: against, path: against })
}

/** A backup, or a text with anchors. */
interface Witness {
  /** As the caller wrote it. */
  name: string
  path: string
}

async function verify(config: Config, against: Witness | null): Promise<void> {
  const database = await openBeside(config, talk)
  try {
    const result = await verifyRecord(database)
    say(saidOf(result).message)
    const audit = await verifyAudit(database)
    say(saidOfAudit(audit).message)
    const lost = await compareWithNewest(database, config)
    if (lost !== null) say(lost)
    const fault = await compared(database, config, against)
    if (result.fault || audit.fault || lost !== null || fault !== null) process.exitCode = 1
  } finally {
    await database.close()
  }
}

async function compared(
  database: Database,
  { backupKeys: keys, recordKeys }: Config,
  against: Witness | null,
): Promise<string | null> {
  if (against === null) return null
  const fault = await compareFile(database, against.path, { keys, recordKeys })
  say(fault ?? againstWhole(against.name))
  return fault
}

main().catch((error: unknown) => {
  const isSentence = [ConfigError, DatabaseStartError, DumpError, CopyFailed].some(
    (known) => error instanceof known,
  )
  console.error(isSentence ? (error as Error).message : error)
  process.exit(1)
})
