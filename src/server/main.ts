import cluster from 'node:cluster'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { connectPrimary } from './adapters/primary.ts'
import { keptSecret, type Secrets, secretsOr } from './adapters/secrets.ts'
import { isServing, tellServiceManager } from './adapters/service-manager.ts'
import { openTileArchive } from './adapters/tile-archive.ts'
import { superviseWorkers } from './cluster/workers.ts'
import { type Config, ConfigError, configFromProcess, logFormatFromProcess, warningsOf } from './config.ts'
import { hasStaleAdminKey, holdDataFolder } from './data-folder.ts'
import { isKey } from './db/backup/encryption.ts'
import { type Connection, connect } from './db/connect.ts'
import { EMBEDDED_NAME, startDatabase, type Talk } from './db/start/open.ts'
import { sealSecondFactorsAgain } from './features/people/second-factor/judge.ts'
import { asLog, createLog } from './log/logger.ts'
import { leavingShared } from './log/shared-faults.ts'
import { tellTo } from './log/tell.ts'
import { sealRecord } from './record/verify/seal.ts'
import type { Serving } from './serve.ts'
import { FolderUnusable, tellStartFailure } from './start-failure.ts'
import { sealing } from './text/database.ts'
import { staleKey } from './text/doctor.ts'
import { productCommit, productVersion } from './version.ts'

// Where there is much memory, V8 collects old objects when there are four times as many as live: beside floods that was
// 550 MB of 140. Twice as many cost no press anything that could be measured.
setFlagsFromString('--heap-growing-percent=100')

/** Loading it takes a second: neither a start that is refused nor the primary of a cluster needs it. */
const serve: typeof import('./serve.ts').serve = async (...parts) =>
  (await import('./serve.ts')).serve(...parts)

/** Time-out of a graceful shutdown; longer than any request takes. */
const STOP_MS = 25_000

/** Lines of the process itself, whatever LOG_LEVEL says: the ready line, why it ended, its faults. */
const tell = tellTo(asLog(createLog({ logLevel: 'info', logFormat: logFormatFromProcess() })))

const talk: Talk = {
  tell,
  onError: (error) => tell('DB_CONNECTION_LOST', { reason: error.message }),
}

/** Printed once, at the first start, for the person at the terminal; JSON goes to a collector, which must not have it. */
function sayAdminKey(config: Config, key: string): void {
  if (config.logFormat === 'json') tell('ADMIN_KEY_MADE', { file: join(config.dataDir, 'admin-key') })
  else
    process.stdout.write(
      `Clave de administrador: ${key}\nGuárdela: no se vuelve a mostrar. Se conserva en el archivo admin-key de la carpeta de datos.\n`,
    )
}

/** The process that was started: it serves alone, or is the primary of a cluster of `config.processes` workers. */
async function runProduct(config: Config): Promise<void> {
  for (const line of warningsOf(config)) tell('CONFIG_DOUBTFUL', {}, line)
  if ((await Promise.all(config.backupKeys.map(isKey))).includes(false)) {
    throw new ConfigError(
      'BACKUP_KEY',
      'Configuración: BACKUP_KEY no es válida (los dígitos de control de una clave no coinciden).',
    )
  }
  if (config.tileFile !== null) await (await openTileArchive(config.tileFile)).close()
  await requireFolder('DATA_DIR', config.dataDir)
  if (await hasStaleAdminKey(config)) tell('CONFIG_DOUBTFUL', {}, staleKey(config.dataDir))
  await holdDataFolder(config, EMBEDDED_NAME)
  const running = await whileInterruptible((signal) => startDatabase(config, { ...talk, signal }))
  const secrets = await secretsOr(config.sessionSecrets, config.dataDir, 'session-secret')
  await seal(running.owner, secrets)
  if (config.pushKey === null) await keptSecret(config.dataDir, 'push-key')
  if (config.adminKey === null)
    await keptSecret(config.dataDir, 'admin-key', (key) => sayAdminKey(config, key))
  const { connection } = running
  const product = config.processes === 1 ? alone(config, connection) : clustered(config, connection)
  const manager = tellServiceManager(config.serviceManager, tell)
  const isStopping = stopOnSignal({
    async stop(signal) {
      manager.stopping()
      tell('STOPS', { signal })
      await product.stop()
      await running.stop()
    },
    kill: product.kill,
  })
  try {
    const port = await product.start()
    manager.ready(() => isServing(config.host, port))
    tell('READY', { url: config.publicOrigin ?? address(config.host, port) })
  } catch (error) {
    if (isStopping()) return
    await product.stop()
    await running.stop()
    throw error
  }
}

/**
 * What was recorded before there were chains gets its own before anybody can add to it. Second factors are sealed again, so
 * that older secrets of the session are not needed for them any more.
 */
async function seal(owner: Connection, secrets: Secrets): Promise<void> {
  const database = connect(owner, { max: 1, onError: talk.onError })
  try {
    await sealRecord(database.orm, (sealed) => tell('RECORD_SEALED', { sealed }, sealing(sealed)))
    await sealSecondFactorsAgain(database.orm, secrets)
  } finally {
    await database.close()
  }
}

interface Product {
  /** Returns the bound port. */
  start(): Promise<number>
  stop(): Promise<void>
  /** When the time for `stop` is over. */
  kill(): void
}

function alone(config: Config, connection: Connection): Product {
  let starting: Promise<Serving> | undefined
  return {
    async start() {
      starting = serve(config, connection, talk)
      return (await starting).port
    },
    async stop() {
      const serving = await starting?.catch(() => undefined)
      await serving?.stop()
    },
    kill() {},
  }
}

function clustered(config: Config, connection: Connection): Product {
  // Counts for all workers.
  if (config.redisUrl === null) new RateLimiterClusterMaster()
  return superviseWorkers({
    count: config.processes,
    program: fileURLToPath(import.meta.url),
    connection,
    tell,
  })
}

async function runWorker(config: Config): Promise<void> {
  const primary = connectPrimary()
  // A closed channel ends this process.
  const workerTell = leavingShared((line) => void primary.send({ kind: 'fault', line }).catch(() => {}), tell)
  const serving = await serve(config, await primary.connection, { ...talk, tell: workerTell, primary })
  stopOnSignal({
    async stop() {
      await serving.stop()
      await primary.close()
    },
    kill() {},
  })
}

/** Ends the process in order when it is told to during its start. */
async function whileInterruptible<T extends { stop(): Promise<void> }>(
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    tell('STOPS', { signal })
    interrupted.abort()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    const begun = await wait(interrupted.signal)
    if (!interrupted.signal.aborted) return begun
    await begun.stop()
    return process.exit(0)
  } catch (error) {
    if (interrupted.signal.aborted) process.exit(0)
    throw error
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** Makes the folder if it is not there. */
async function requireFolder(variable: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new FolderUnusable(variable, folder, (error as NodeJS.ErrnoException).code ?? String(error))
  }
}

/** Returns whether the process is stopping. A terminal sends the signal to the primary and to its workers. */
function stopOnSignal({
  stop,
  kill,
}: {
  stop: (signal: string) => Promise<void>
  kill: () => void
}): () => boolean {
  let stopping = false
  async function onSignal(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      kill()
      process.exit(1)
    }, STOP_MS).unref()
    await stop(signal)
    process.exit(0)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return () => stopping
}

const address = (host: string, port: number): string =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--version'))
    return console.log([productVersion, productCommit ?? 'sin commit'].join(' '))
  const config = configFromProcess(args)
  await (cluster.isWorker ? runWorker(config) : runProduct(config))
}

// Node would print several lines, without time and code.
process.removeAllListeners('warning')
process.on('warning', ({ name, message }) => tell('SERVICE_WARNS', { warning: `${name}: ${message}` }))
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (err: unknown) => {
    tell('CRASHED', { err })
    process.exit(1)
  })
}
main().catch((error: unknown) => process.exit(tellStartFailure(tell, error)))
