import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectBeside,
  FROM_BUILD,
  FROM_SOURCE,
  type ServerProcess,
  startServer,
} from '../../test/support/processes/server-process.ts'
import { type BigCrew, hireBigCrew } from './crew.ts'

export interface CrewedProduct {
  server: ServerProcess
  dataDir: string
  crew: BigCrew
  stop(): Promise<void>
}

/**
 * The product as delivered, a process of its own on its embedded PostgreSQL and temporary data, with `drivers` on the road
 * for each supervisor. `profile`: folder for a CPU profile, which is complete after `stop`. `processes`: more than one is a
 * cluster of so many workers. `channels`: how many live channels an account may have. `checkout`: another, built working
 * tree to start.
 */
export async function startCrewedProduct(
  size: { supervisors: number; drivers: number },
  {
    fromSource = false,
    profile,
    processes = 1,
    channels = 10_000,
    checkout,
  }: {
    fromSource?: boolean | undefined
    profile?: string | undefined
    processes?: number
    channels?: number
    checkout?: string | undefined
  } = {},
): Promise<CrewedProduct> {
  const dataDir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'acarreo-bench-'))
  const built = checkout ? [join(checkout, 'dist/server/main.js')] : FROM_BUILD
  const program = fromSource || !built.every((file) => existsSync(file)) ? FROM_SOURCE : built
  const server = await startServer(
    dataDir,
    [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), ...program],
    { env: { LOG_LEVEL: 'info', PROCESSES: String(processes), LIVE_CHANNELS: String(channels) } },
  )
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const beside = connectBeside(dataDir)
    const crew = await hireBigCrew(beside.pool, server, size)
    await beside.close()
    return { server, dataDir, crew, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
