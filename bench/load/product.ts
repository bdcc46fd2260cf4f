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
 * for each supervisor; an account may have 10,000 live channels. `profile`: folder for a CPU profile, which is complete
 * after `stop`.
 */
export async function startCrewedProduct(
  size: { supervisors: number; drivers: number },
  { fromSource = false, profile }: { fromSource?: boolean; profile?: string | undefined } = {},
): Promise<CrewedProduct> {
  const dataDir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'acarreo-bench-'))
  const program = fromSource || !FROM_BUILD.every((file) => existsSync(file)) ? FROM_SOURCE : FROM_BUILD
  const server = await startServer(
    dataDir,
    [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), ...program],
    { env: { LOG_LEVEL: 'info', LIVE_CHANNELS: '10000' } },
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
