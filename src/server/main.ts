import { systemClock } from './adapters/clock.ts'
import { configuredMailer } from './adapters/mailer.ts'
import { argon2Passwords } from './adapters/passwords.ts'
import { keptSecret } from './adapters/secrets.ts'
import { buildApp } from './app.ts'
import { ConfigError, configFromProcess } from './config.ts'
import { DatabaseStartError, openDatabase } from './db/open.ts'
import type { AppDeps } from './deps.ts'
import { productJobs } from './jobs/product-jobs.ts'
import { startSchedule } from './jobs/schedule.ts'
import { openBetweenProcesses } from './processes.ts'

/** Time-out of a graceful shutdown; longer than any request takes. */
const STOP_MS = 25_000

const say = (line: string): void => console.log(line)

/** Printed once, at the first start; not logged, because logs are kept and read by others. */
function sayAdminKey(key: string): void {
  say(`Clave de administrador: ${key}`)
  say('Guárdela: no se vuelve a mostrar. Se conserva en el archivo admin-key de la carpeta de datos.')
}

async function main(): Promise<void> {
  const config = configFromProcess()
  const database = await openDatabase(config, {
    say,
    warn: (line) => console.error(line),
    onError: (error) => console.error(`Base de datos: ${error.message}`),
  })
  const sessionSecret = config.sessionSecret ?? (await keptSecret(config.dataDir, 'session-secret'))
  const between = await openBetweenProcesses(config, {
    sessionSecret,
    say,
    warn: (line) => console.error(line),
  })
  const deps: AppDeps = {
    config,
    database,
    clock: systemClock,
    passwords: argon2Passwords(),
    mailer: configuredMailer(config, systemClock, say),
    bus: between.bus,
    rateLimits: between.rateLimits,
    sessionSecret,
    adminKey: config.adminKey ?? (await keptSecret(config.dataDir, 'admin-key', sayAdminKey)),
  }
  const app = await buildApp(deps)
  const schedule = startSchedule(productJobs(config), {
    deps: { ...deps, bus: app.bus },
    log: app.log,
    onOutcome: (job, { kind }) => {
      if (kind === 'failed') app.metrics.countJobFailure(job.name)
    },
  })

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    say(`${signal}: se terminan las solicitudes en curso y se cierra.`)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await Promise.all([app.close(), schedule.stop()])
    await between.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await database.close()
    throw error
  }
  say(`Acarreo está listo: ${config.publicOrigin ?? address(config.host, app.server.address())}`)
}

function address(host: string, bound: ReturnType<import('node:http').Server['address']>): string {
  const port = bound !== null && typeof bound === 'object' ? bound.port : ''
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
}

main().catch((error: unknown) => {
  console.error(startFailure(error))
  process.exit(1)
})

function startFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'El puerto ya está en uso: detenga el otro proceso o elija otro con PORT.'
  }
  return error
}
