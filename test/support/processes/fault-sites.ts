import { randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '#embedded-postgres/in-use'
import { connect, type Database } from '#server/db/connect'
import { freePort } from '../free-port.ts'
import type { Target } from '../http-client.ts'
import { startBalancer } from './balancer.ts'
import { startRedis } from './redis.ts'
import { connectBeside, databaseProcesses, startServer, untilServing, workersOf } from './server-process.ts'

/** An installation of several processes, and what can happen to it. */
export interface Site {
  target: Target
  /**
   * Each resolves when the blow has fallen and, where nobody else does it, what it hit has been started again; with the
   * moment on the monotonic clock from which the product could heal.
   */
  blows: Record<string, () => Promise<number>>
  /** A connection to its database, past the product. */
  beside(): Database
  stop(): Promise<void>
}

const untilGone = async (pids: () => number[]): Promise<void> => {
  for (let i = 0; pids().length > 0; i++) {
    if (i === 1_000) throw new Error(`still running: ${pids()}`)
    await pause(20)
  }
}

/** A cluster on the embedded database, in `folder`. */
export async function clusterSite(folder: string, program: readonly string[], workers = 2): Promise<Site> {
  const dataDir = join(folder, 'cluster')
  await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  // One port for all starts: a free one is another one when no worker was left to hold it.
  const port = await freePort()
  const start = () => startServer(dataDir, [...program, '--processes', String(workers)], { port })
  let server = await start()
  const target = { origin: server.origin }
  let turn = 0
  return {
    target,
    blows: {
      async worker() {
        const pids = workersOf(server.pid)
        process.kill(pids[turn++ % pids.length] as number, 'SIGKILL')
        return performance.now()
      },
      /** The workers end, and PostgreSQL's watcher stops the database. */
      async primary() {
        const pids = workersOf(server.pid)
        await server.kill()
        const killedAt = performance.now()
        await untilGone(() => [...pids.filter(isAlive), ...databaseProcesses(dataDir)])
        server = await start()
        return killedAt
      },
    },
    beside: () => connectBeside(dataDir),
    stop: () => server.stop(),
  }
}

/** Two processes behind a balancer, on the database at `url` and a Redis of their own. */
export async function balancedSite(
  folder: string,
  program: readonly string[],
  { url, ownerUrl, redisProgram }: { url: string; ownerUrl: string; redisProgram: string },
): Promise<Site> {
  const redis = await startRedis(redisProgram)
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    REDIS_URL: redis.url,
    SESSION_SECRET: randomBytes(24).toString('hex'),
    ADMIN_KEY: randomBytes(24).toString('hex'),
  }
  const start = (i: number, port = 0) => startServer(join(folder, `process-${i}`), program, { env, port })
  const servers = [await start(0), await start(1)]
  const ports = servers.map(({ origin }) => Number(new URL(origin).port))
  const balancer = await startBalancer(ports)
  let turn = 0
  return {
    target: { origin: balancer.origin },
    blows: {
      async process() {
        const i = turn++ % servers.length
        await servers[i]?.kill()
        const killedAt = performance.now()
        await pause(300)
        servers[i] = await start(i, ports[i])
        return killedAt
      },
      async redis() {
        await redis.kill()
        await pause(1_000)
        await redis.restart()
        const restartedAt = performance.now()
        await Promise.all(servers.map(({ origin }) => untilServing(origin)))
        return restartedAt
      },
    },
    beside: () => connect({ connectionString: url }, { max: 4 }),
    async stop() {
      await balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
      await redis.stop()
    },
  }
}
