import { ConfigError, configFromProcess } from './config.ts'
import { DatabaseStartError, openBeside } from './db/open.ts'
import { saidOfAudit } from './features/base/audit/verification.ts'
import { verifyAudit } from './features/base/audit/verify.ts'
import { verifyRecord } from './record/verify/verify.ts'
import { saidOf } from './record/verify/words.ts'

// `npm run verify`: exit code 0 when the record is whole, 1 when it is not or could not be read.

const talk = {
  say: (line: string): void => console.log(line),
  onError: (error: Error): void => console.error(`Base de datos: ${error.message}`),
}

async function main(): Promise<void> {
  const database = await openBeside(configFromProcess(), talk)
  try {
    const result = await verifyRecord(database)
    talk.say(saidOf(result).message)
    const audit = await verifyAudit(database)
    talk.say(saidOfAudit(audit).message)
    if (result.fault || audit.fault) process.exitCode = 1
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof DatabaseStartError
  console.error(isSentence ? error.message : error)
  process.exit(1)
})
