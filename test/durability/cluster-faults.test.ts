import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createNamedDatabase } from '../support/database.ts'
import { faultRounds } from '../support/processes/fault-rounds.ts'
import { balancedSite, clusterSite } from '../support/processes/fault-sites.ts'

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-faults-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

// The bench runs more of the same (bench/faults.ts).
test('under load a worker and the primary are killed: nothing is lost, doubled or out of order', async () => {
  const site = await clusterSite(await ownFolder(), inject('program'))
  onTestFinished(() => site.stop())
  const run = await faultRounds(site, { blows: ['worker', 'primary'], seed: 11, between: 40 })
  expect(run.faults).toEqual([])
  expect(run.retried).toBeGreaterThan(0)
  for (const connections of run.connections) expect(connections).toBeGreaterThan(1)
}, 120_000)

test('under load a process and Redis are killed behind a balancer: nothing is lost, doubled or out of order', async () => {
  const { url, ownerUrl, drop } = await createNamedDatabase()
  onTestFinished(drop)
  const redisProgram = inject('redis').program
  const site = await balancedSite(await ownFolder(), inject('program'), { url, ownerUrl, redisProgram })
  onTestFinished(() => site.stop())
  const run = await faultRounds(site, { blows: ['process', 'redis'], seed: 12, between: 40 })
  expect(run.faults).toEqual([])
  expect(run.retried).toBeGreaterThan(0)
  // The desks of the killed process. The others may have all they wait for before they hear of the gap.
  expect(Math.max(...run.connections)).toBeGreaterThan(1)
}, 120_000)
