import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { faultRounds } from '../support/processes/fault-rounds.ts'
import { outageSite } from '../support/processes/outage-site.ts'

// The bench holds each of them longer and harder (bench/outages.ts).
test('connections taken by others, clients that neither read nor write, and a flood cost no event', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-outages-'))
  await chmod(folder, 0o755)
  const sizes = { stoppedMs: 0, kills: 1, sockets: 100, holdMs: 500, diskMegabytes: 512 }
  const site = await outageSite(folder, inject('program'), sizes)
  onTestFinished(async () => {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const run = await faultRounds(site, {
    blows: ['exhausted', 'unread', 'slow', 'flood'],
    seed: 21,
    between: 20,
  })
  expect(run.faults).toEqual([])
}, 120_000)
