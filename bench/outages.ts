/**
 * Outages under load, the product staying up: `npx tsx --conditions=acarreo-source bench/outages.ts [--quick]`. PostgreSQL
 * stopped for 30 seconds, its postmaster killed four times 4 seconds apart, the disk full and freed, all connections taken,
 * 10,000 sockets that never read, as many slow bodies, a flood on the live channel. After each: the time until the first good answer,
 * and the verification of the whole record. Ends with 1 at the first fault.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyRecord } from '#server/features/integrity/verify'
import { faultRounds } from '../test/support/processes/fault-rounds.ts'
import { outageSite } from '../test/support/processes/outage-site.ts'
import { FROM_BUILD, FROM_SOURCE, untilServing } from '../test/support/processes/server-process.ts'
import { report } from './report.ts'

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
  const site = await outageSite(folder, program, sizes)
  const healedMs: Record<string, number> = {}
  const broken: string[] = []
  try {
    const names = Object.keys(site.blows).filter((name) => name !== 'full' || site.hasSmallDisk)
    if (!site.hasSmallDisk)
      console.log('NOT RUN: the full disk. A small one can be mounted as root on Linux alone.')
    const watched = Object.entries(site.blows).map(([name, strike]) => {
      const blow = async (): Promise<void> => {
        await strike()
        const freed = performance.now()
        await untilServing(site.target.origin)
        healedMs[name] = Math.round(performance.now() - freed)
        const beside = site.beside()
        const { fault, events } = await verifyRecord(beside).finally(() => beside.close())
        if (fault) broken.push(`${name}: ${JSON.stringify(fault)}`)
        console.log(
          `${name}: serving after ${healedMs[name]} ms; ${events} events verified${fault ? ', BROKEN' : ''}`,
        )
      }
      return [name, blow] as const
    })
    const run = await faultRounds({ ...site, blows: Object.fromEntries(watched) }, { blows: names, seed: 7 })
    for (const fault of [...broken, ...run.faults].slice(0, 20)) console.log(`  ${fault}`)
    console.log(`${run.acknowledged} acknowledged, of which ${run.retried} after an unanswered attempt`)
    return {
      figures: { ...sizes, healedMs, acknowledged: run.acknowledged, retried: run.retried },
      bounds: [
        { what: 'lost, doubled or out of order', figure: run.faults.length, atMost: 0 },
        { what: 'broken chains', figure: broken.length, atMost: 0 },
        ...Object.entries(healedMs).map(([name, figure]) => ({
          what: `ms until it serves, ${name}`,
          figure,
          atMost: HEALED_MS,
        })),
      ],
    }
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
