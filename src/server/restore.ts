import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { s3Place } from './backup-place.ts'
import { type Config, ConfigError, configFromProcess } from './config.ts'
import { DumpError, readDump } from './db/backup/read.ts'
import { RestoreRefused, restoreBackup } from './db/backup/restore.ts'
import { CopyFailed } from './db/backup/target/copy.ts'
import { downloaded } from './db/backup/target/download.ts'
import { openAsOwner } from './db/start/open.ts'
import { DatabaseStartError } from './db/start/start-errors.ts'
import { judgeRestored } from './features/console/backups/wholeness.ts'
import { tellPerson } from './log/tell.ts'

// `npm run restore -- FILE [--altered] [--unsigned]`, FILE also as `s3://bucket/key`: the same database that `npm start` would open, filled from a backup.

const say = (line: string): void => console.log(line)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { altered: { type: 'boolean' }, unsigned: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  const [argument] = positionals
  if (argument === undefined)
    throw new RestoreRefused('Uso: npm run restore -- ARCHIVO.ndjson.gz (o s3://bucket/…/ARCHIVO.ndjson.gz)')
  const config = configFromProcess()
  if (s3Place(argument) === null) return restore(config, resolve(argument), values)
  await downloaded(argument, config, (file) => restore(config, file, values))
}

/** `file` is an absolute path. */
async function restore(
  config: Config,
  file: string,
  values: { unsigned?: unknown; altered?: unknown },
): Promise<void> {
  // Checked before a database is created.
  if (!existsSync(file)) throw new DumpError(`No existe el archivo ${file}.`)
  const keys = {
    keys: config.backupKeys,
    recordKeys: config.recordKeys,
    evenUnsigned: values.unsigned === true,
  }
  for await (const piece of readDump(file, keys)) if (piece.kind === 'head') break
  const database = await openAsOwner(config, {
    tell: tellPerson(say),
    onError: (error) => console.error(`Base de datos: ${error.message}`),
  })
  try {
    const { at, counts, fault } = await restoreBackup(database, {
      path: file,
      ...keys,
      role: database.role,
      judge: judgeRestored,
      evenAltered: values.altered === true,
    })
    const count = (table: string): string => (counts[table] ?? 0).toLocaleString('es-MX')
    say(
      `Respaldo del ${at} restaurado: ${count('users')} cuentas, ${count('containers')} operaciones, ${count('events')} eventos.`,
    )
    if (fault !== null) say(fault)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  console.error(isSentence(error) ? error.message : error)
  process.exit(1)
})

const isSentence = (error: unknown): error is Error =>
  [RestoreRefused, DumpError, ConfigError, DatabaseStartError, CopyFailed].some(
    (known) => error instanceof known,
  )
