/**
 * Processes killed one after the other under load: `npx tsx --conditions=acarreo-source bench/faults.ts [rounds] [seed]`.
 * First a cluster on the embedded database (workers and the primary by turns), then two processes behind a balancer
 * (a process and Redis by turns). Ends with 1 at the first fault.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureRedis } from '../scripts/lib/redis.mjs'
import { openEmbedded } from '../src/embedded-postgres/open.ts'
import { faultRounds } from '../test/support/processes/fault-rounds.ts'
import { balancedSite, clusterSite, type Site } from '../test/support/processes/fault-sites.ts'
import { FROM_BUILD, FROM_SOURCE } from '../test/support/processes/server-process.ts'

const rounds = Number(process.argv[2] ?? 12)
const seed = Number(process.argv[3] ?? Date.now())
const built = FROM_BUILD.every((file) => existsSync(file))
const program = built ? FROM_BUILD : FROM_SOURCE
const folder = await mkdtemp(join(tmpdir(), 'acarreo-faults-'))
await chmod(folder, 0o755)

async function run(name: string, site: Site, order: readonly string[]): Promise<void> {
  const blows = Array.from({ length: rounds }, (_, i) => order[i % order.length] ?? '')
  const begun = performance.now()
  try {
    const result = await faultRounds(site, {
      blows,
      seed,
      onBlow: (blow) => console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${blow} killed`),
    })
    console.log(
      `${name}: ${rounds} kills, ${result.acknowledged} acknowledged, of which ${result.retried} after an unanswered attempt; ` +
        `desks connected ${result.connections.join(', ')} times; ${result.faults.length} faults`,
    )
    for (const fault of result.faults.slice(0, 20)) console.log(`  ${fault}`)
    if (result.faults.length > 0) process.exitCode = 1
  } finally {
    await site.stop()
  }
}

console.log(`seed ${seed}, server from ${built ? 'dist' : 'source'}`)
try {
  await run('cluster', await clusterSite(folder, program), ['worker', 'worker', 'primary'])
  const database = await openEmbedded({ dataDir: join(folder, 'database'), name: 'acarreo', tell: () => {} })
  try {
    const { host, port, user } = database.connection
    const url = `postgres://${user}@localhost:${port}/${database.connection.database}?host=${encodeURIComponent(host)}`
    const site = await balancedSite(folder, program, { url, redisProgram: await ensureRedis() })
    await run('balancer', site, ['process', 'redis'])
  } finally {
    await database.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
