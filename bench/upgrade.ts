/**
 * The downtime of an upgrade: `npx tsx --conditions=acarreo-source bench/upgrade.ts [rounds] [seed] [archive]`. The archive of
 * this build, installed twice by ops/install.sh, or beside `archive` of another version with the same migrations, is swapped
 * and restarted on one data folder, forth and back, while 16 drivers press and four desks look on. Ends with 1 at the first
 * fault.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageProduct } from '../scripts/lib/package-product.mjs'
import { faultRounds } from '../test/support/processes/fault-rounds.ts'
import { installationIn, releaseSite } from '../test/support/processes/release-site.ts'
import { report } from './report.ts'
import { struckLine } from './struck.ts'

const rounds = Number(process.argv[2] ?? 6)
const seed = Number(process.argv[3] ?? Date.now())
const before = process.argv[4]
const folder = await mkdtemp(join(tmpdir(), 'acarreo-upgrade-'))

await report(async () => {
  try {
    const installation = await installationIn(folder)
    installation.install(await packageProduct({ to: join(folder, 'made'), level: 1 }))
    const newest = installation.release()
    if (before !== undefined) installation.install(before)
    const site = await releaseSite(installation, before && newest)
    try {
      const blows = Array.from({ length: rounds }, () => 'swap')
      const onStruck = (now: Parameters<typeof struckLine>[0]) => console.log(struckLine(now))
      const { struck, ...run } = await faultRounds(site, { blows, seed, driversEach: 8, onStruck })
      const downSeconds = site.downMs.map((down) => Math.round(down) / 1000).sort((a, b) => a - b)
      console.log(`/healthz silent, seconds: ${downSeconds.join(', ')}`)
      console.log(`${run.acknowledged} acknowledged, of which ${run.retried} after an unanswered attempt`)
      for (const fault of run.faults) console.log(`  ${fault}`)
      return {
        figures: { rounds, seed, downSeconds, ...run },
        struck,
        bounds: [
          { what: 'seconds without /healthz, longest', figure: downSeconds.at(-1) ?? 0, atMost: 10 },
          { what: 'faults', figure: run.faults.length, atMost: 0 },
        ],
      }
    } finally {
      await site.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
