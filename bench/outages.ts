/**
 * Outages under load, the product staying up: `npx tsx --conditions=acarreo-source bench/outages.ts [--quick]`. PostgreSQL
 * stopped for 30 seconds, its postmaster killed four times 4 seconds apart, the disk full and freed, all connections taken,
 * 10,000 sockets that never read, as many slow bodies, a flood on the live channel; then the server's clock stepped
 * by two hours, both ways. After each: the time until the first good answer, and the verification of the whole
 * record. Ends with 1 at the first fault.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockSite } from '../test/support/processes/clock-site.ts'
import { type FaultRun, faultRounds } from '../test/support/processes/fault-rounds.ts'
import type { Site } from '../test/support/processes/fault-sites.ts'
import { outageSite } from '../test/support/processes/outage-site.ts'
import { FROM_BUILD, FROM_SOURCE } from '../test/support/processes/server-process.ts'
import { report } from './report.ts'
import { struckLine } from './struck.ts'

const isQuick = process.argv.includes('--quick')
const sizes = isQuick
  ? { stoppedMs: 5_000, kills: 2, sockets: 500, holdMs: 3_000, diskMegabytes: 1_024 }
  : { stoppedMs: 30_000, kills: 4, sockets: 10_000, holdMs: 10_000, diskMegabytes: 2_048 }
const program = FROM_BUILD.every((file) => existsSync(file)) ? FROM_BUILD : FROM_SOURCE

/** Milliseconds within which the product serves again. */
const HEALED_MS = 15_000

const folder = await mkdtemp(join(tmpdir(), 'acarreo-outages-'))
await chmod(folder, 0o755)
await report(async () => {
  try {
    const outages = await outageSite(folder, program, sizes)
    const names = Object.keys(outages.blows).filter((name) => name !== 'full' || outages.hasSmallDisk)
    if (!outages.hasSmallDisk)
      console.log('NOT RUN: the full disk. A small one can be mounted as root on Linux alone.')
    const runs = [await run(outages, names)]
    const clock = await clockSite(folder, program)
    if (clock) {
      const right = 'clock right again'
      runs.push(await run(clock, ['clock 2 h ahead', right, 'clock 2 h behind', right]))
    } else console.log('NOT RUN: the clock. On Debian: apt-get install libfaketime')
    const struck = runs.flatMap((each) => each.struck)
    return {
      figures: { ...sizes, retried: runs.reduce((sum, { retried }) => sum + retried, 0) },
      struck,
      bounds: struck.map(({ fault, servingAfterMs }) => ({
        what: `ms until it serves, ${fault}`,
        figure: servingAfterMs,
        atMost: HEALED_MS,
      })),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function run(site: Site, blows: readonly string[]): Promise<FaultRun> {
  try {
    const done = await faultRounds(site, { blows, seed: 7, onStruck: (now) => console.log(struckLine(now)) })
    for (const fault of done.faults.slice(0, 20)) console.log(`  ${fault}`)
    return done
  } finally {
    await site.stop()
  }
}
