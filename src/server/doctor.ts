import { type Config, ConfigError, configFromProcess, warningsOf } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { type Finding, fault, ok, run, warning } from './doctor/check.ts'
import { connectionOf, databaseCheck, replicaCheck } from './doctor/database.ts'
import { backupFilesCheck, machineCheck } from './doctor/machine.ts'
import { mailCheck, productCheck, proxyCheck, redisCheck } from './doctor/outside.ts'
import { targetCheck } from './doctor/target.ts'
import { tilesCheck } from './doctor/tiles.ts'
import * as words from './text/doctor.ts'

// `npm run doctor`: a line for each part of an installation, and what to do where it does not work. Changes nothing but the
// audit log, which has a line when the proxy is tried with the administrator's key. Exit code 1: there is a fault.

async function findingsOf(config: Config): Promise<Finding[]> {
  const connections = connectionOf(config)
  const open = (
    connection: NonNullable<typeof connections>['product'] | null | undefined,
  ): Database | null => (connection ? connect(connection, { max: 2, onError: () => {} }) : null)
  const [product, owner] = [open(connections?.product), open(connections?.owner)]
  try {
    const warnings = warningsOf(config).map((line) => warning(words.CONFIGURATION, line))
    const ofDatabase = product
      ? await run(words.DATABASE, databaseCheck(config, product, owner))
      : [fault(words.DATABASE, words.NOT_RUNNING)]
    return [
      ok(words.CONFIGURATION, words.CONFIGURED),
      ...warnings,
      ...(await run(words.DATA_DIR, machineCheck(config))),
      ...ofDatabase,
      ...(await run(words.DATABASE, replicaCheck(config.databaseReadUrls))),
      ...(await run(words.BACKUP_FILES, backupFilesCheck(config, Date.now()))),
      ...(await run(words.BACKUP_TARGET, targetCheck(config, Date.now()))),
      ...(config.tileFile === null ? [] : await run(words.TILE_FILE, tilesCheck(config.tileFile))),
      ...(await run(words.MAIL, mailCheck(config))),
      ...(config.redisUrl === null ? [] : await run(words.REDIS, redisCheck(config.redisUrl))),
      ...(await run(words.PRODUCT, productCheck(config))),
      ...(await run(words.PROXY, proxyCheck(config, product?.orm ?? null))),
    ]
  } finally {
    await Promise.all([product?.close(), owner?.close()])
  }
}

async function main(): Promise<void> {
  const findings = await findingsOf(configFromProcess())
  for (const finding of findings) console.log(words.findingLine(finding))
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  console.log(words.summary(count('fault'), count('warning')))
  if (count('fault') > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
