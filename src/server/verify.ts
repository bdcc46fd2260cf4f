import { runningConnection } from '#embedded-postgres/running'
import { type Config, ConfigError, configFromProcess } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { DatabaseStartError, EMBEDDED_NAME, openAsOwner } from './db/open.ts'
import { saidOfAudit } from './features/audit/verification.ts'
import { verifyAudit } from './features/audit/verify.ts'
import { saidOf } from './features/integrity/present.ts'
import { verifyRecord } from './features/integrity/verify.ts'

// `npm run verify`: exit code 0 when the record is whole, 1 when it is not or could not be read.

const talk = {
  say: (line: string): void => console.log(line),
  onError: (error: Error): void => console.error(`Base de datos: ${error.message}`),
}

/** Beside the running product, or on its own when that is stopped. */
async function open(config: Config): Promise<Database> {
  const running = config.databaseUrl === null && runningConnection(config.dataDir, EMBEDDED_NAME)
  if (!running) return openAsOwner(config, talk)
  const beside = connect(running, { ...talk, max: 1 })
  const answers = await beside.pool.query('select').then(
    () => true,
    () => false,
  )
  if (answers) return beside
  // Left by a process that was killed.
  await beside.close()
  return openAsOwner(config, talk)
}

async function main(): Promise<void> {
  const database = await open(configFromProcess())
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
