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
import { faultRounds } from '../test/support/processes/fault-rounds.ts'
import { balancedSite, clusterSite, type Site } from '../test/support/processes/fault-sites.ts'
import { FROM_BUILD, FROM_SOURCE } from '../test/support/processes/server-process.ts'
import { startPostgres, urlOf } from './events/postgres.ts'
import { report } from './report.ts'
import { struckLine } from './struck.ts'

const rounds = Number(process.argv[2] ?? 12)
const seed = Number(process.argv[3] ?? Date.now())
const built = FROM_BUILD.every((file) => existsSync(file))
const program = built ? FROM_BUILD : FROM_SOURCE
const folder = await mkdtemp(join(tmpdir(), 'acarreo-faults-'))
await chmod(folder, 0o755)

/** Prints what each kill did, and the faults. */
async function run(name: string, site: Site, order: readonly string[]) {
  const blows = Array.from({ length: rounds }, (_, i) => order[i % order.length] ?? '')
  try {
    const done = await faultRounds(site, { blows, seed, onStruck: (now) => console.log(struckLine(now)) })
    const { acknowledged, retried, connections, faults } = done
    console.log(
      `${name}: ${acknowledged} acknowledged, of which ${retried} after an unanswered attempt; ` +
        `desks connected ${connections.join(', ')} times`,
    )
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    return {
      figures: { acknowledged, retried, connections },
      struck: done.struck,
      bound: { what: `faults, ${name}`, figure: faults.length, atMost: 0 },
    }
  } finally {
    await site.stop()
  }
}

console.log(`${rounds} kills each, seed ${seed}, server from ${built ? 'dist' : 'source'}`)
await report(async () => {
  try {
    const cluster = await run('cluster', await clusterSite(folder, program), ['worker', 'worker', 'primary'])
    const postgres = await startPostgres()
    try {
      const url = urlOf(postgres, postgres.database)
      const site = await balancedSite(folder, program, {
        url,
        ownerUrl: url,
        redisProgram: await ensureRedis(),
      })
      const balanced = await run('balancer', site, ['process', 'redis'])
      return {
        figures: { rounds, seed, cluster: cluster.figures, balanced: balanced.figures },
        struck: [...cluster.struck, ...balanced.struck],
        bounds: [cluster.bound, balanced.bound],
      }
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
