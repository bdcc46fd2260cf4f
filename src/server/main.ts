import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { connectPrimary } from './adapters/primary.ts'
import { keptSecret, type Secrets, secretsOr } from './adapters/secrets.ts'
import { isServing, tellServiceManager } from './adapters/service-manager.ts'
import { openTileArchive } from './adapters/tile-archive.ts'
import { superviseWorkers, WorkerStartError } from './cluster/workers.ts'
import { type Config, ConfigError, configFromProcess, warningsOf } from './config.ts'
import { isKey } from './db/backup/encryption.ts'
import { type Connection, connect } from './db/connect.ts'
import { DatabaseStartError, startDatabase, type Talk } from './db/start/open.ts'
import { sealSecondFactorsAgain } from './features/people/second-factor/judge.ts'
import { sealRecord } from './record/verify/seal.ts'
import { type Serving, serve } from './serve.ts'
import { sealing } from './text/database.ts'
import { productCommit, productVersion } from './version.ts'

/** Time-out of a graceful shutdown; longer than any request takes. */
const STOP_MS = 25_000

const say = (line: string): void => console.log(line)
/** Who hears of what: the person at the terminal. */
const talk: Talk = {
  say,
  warn: (line) => console.error(line),
  onError: (error) => console.error(`Base de datos: ${error.message}`),
}

/** Printed once, at the first start; not logged, because logs are kept and read by others. */
function sayAdminKey(key: string): void {
  say(`Clave de administrador: ${key}`)
  say('Guárdela: no se vuelve a mostrar. Se conserva en el archivo admin-key de la carpeta de datos.')
}

/** The process that was started: it serves alone, or is the primary of a cluster of `config.processes` workers. */
async function runProduct(config: Config): Promise<void> {
  for (const line of warningsOf(config)) say(line)
  if ((await Promise.all(config.backupKeys.map(isKey))).includes(false)) {
    throw new ConfigError(
      'Configuración: BACKUP_KEY no es válida (los dígitos de control de una clave no coinciden).',
    )
  }
  if (config.tileFile !== null) await (await openTileArchive(config.tileFile)).close()
  const running = await startDatabase(config, talk)
  const secrets = await secretsOr(config.sessionSecrets, config.dataDir, 'session-secret')
  await seal(running.owner, secrets)
  if (config.pushKey === null) await keptSecret(config.dataDir, 'push-key')
  if (config.adminKey === null) await keptSecret(config.dataDir, 'admin-key', sayAdminKey)
  const { connection } = running
  const product = config.processes === 1 ? alone(config, connection) : clustered(config, connection)
  const manager = tellServiceManager(config.serviceManager, talk.warn)
  const isStopping = stopOnSignal({
    async stop(signal) {
      manager.stopping()
      say(`${signal}: se terminan las solicitudes en curso y se cierra.`)
      await product.stop()
      await running.stop()
    },
    kill: product.kill,
  })
  try {
    const port = await product.start()
    manager.ready(() => isServing(config.host, port))
    say(`Acarreo está listo: ${config.publicOrigin ?? address(config.host, port)}`)
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
    await sealRecord(database.orm, (sealed) => say(sealing(sealed)))
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
    warn: talk.warn,
  })
}

async function runWorker(config: Config): Promise<void> {
  const primary = connectPrimary()
  const serving = await serve(config, await primary.connection, { ...talk, primary })
  stopOnSignal({
    async stop() {
      await serving.stop()
      await primary.close()
    },
    kill() {},
  })
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
  if (args.includes('--version')) return say([productVersion, productCommit ?? 'sin commit'].join(' '))
  const config = configFromProcess(args)
  await (cluster.isWorker ? runWorker(config) : runProduct(config))
}

main().catch((error: unknown) => {
  if (!(error instanceof WorkerStartError)) console.error(startFailure(error))
  process.exit(1)
})

function startFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'El puerto ya está en uso: detenga el otro proceso o elija otro con PORT.'
  }
  return error
}
