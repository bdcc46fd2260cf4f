import { systemClock } from './adapters/clock.ts'
import { argon2Passwords } from './adapters/passwords.ts'
import { keptSecret } from './adapters/secrets.ts'
import { buildApp } from './app.ts'
import { ConfigError, configFromProcess } from './config.ts'
import { EmbeddedPostgresError } from './db/embedded/open.ts'
import { openDatabase } from './db/open.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { memoryBus } from './live/bus-memory.ts'

/** Longer than any request takes; whoever stops us waits no longer than this. */
const STOP_MS = 25_000

const say = (line: string): void => console.log(line)

async function main(): Promise<void> {
  const config = configFromProcess()
  const database = await openDatabase(config, {
    say,
    onError: (error) => console.error(`Base de datos: ${error.message}`),
  })
  const app = await buildApp({
    config,
    database,
    clock: systemClock,
    passwords: argon2Passwords(),
    bus: memoryBus(),
    rateLimits: createRateLimits(),
    sessionSecret: config.sessionSecret ?? (await keptSecret(config.dataDir, 'session-secret')),
  })

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    say(`${signal}: se terminan las solicitudes en curso y se cierra.`)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await app.close()
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
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'El puerto ya está en uso: detenga el otro proceso o elija otro con PORT.'
  }
  return error
}
