import { parseArgs } from 'node:util'
import { type Config, ConfigError, configFromProcess } from './config.ts'
import { DumpError } from './db/backup/read.ts'
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

// `npm run verify [-- --against FILE]`: exit code 0 when the record is whole, 1 when it is not or could not be read.

const say = (line: string): void => console.log(line)
const talk = {
  tell: tellPerson(say),
  onError: (error: Error): void => console.error(`Base de datos: ${error.message}`),
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { against: { type: 'string' } } })
  const config = configFromProcess()
  const database = await openBeside(config, talk)
  try {
    const result = await verifyRecord(database)
    say(saidOf(result).message)
    const audit = await verifyAudit(database)
    say(saidOfAudit(audit).message)
    const lost = await compareWithNewest(database, config)
    if (lost !== null) say(lost)
    const fault = await compared(database, config, values.against)
    if (result.fault || audit.fault || lost !== null || fault !== null) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** With a backup, or with the anchors in a text. */
async function compared(
  database: Database,
  { backupKeys: keys, recordKeys }: Config,
  file: string | undefined,
): Promise<string | null> {
  if (file === undefined) return null
  const fault = await compareFile(database, file, { keys, recordKeys })
  say(fault ?? againstWhole(file))
  return fault
}

main().catch((error: unknown) => {
  const isSentence = [ConfigError, DatabaseStartError, DumpError].some((known) => error instanceof known)
  console.error(isSentence ? (error as Error).message : error)
  process.exit(1)
})
