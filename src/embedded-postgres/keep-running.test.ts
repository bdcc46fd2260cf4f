import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask, embeddedTest } from '../../test/support/processes/embedded.ts'
import { fillDisk, mountSmallDisk } from '../../test/support/processes/small-disk.ts'
import type { Notice } from './error.ts'
import { openEmbedded } from './open.ts'

const f = embeddedTest()

async function opened() {
  const told: Notice['code'][] = []
  const database = await openEmbedded({
    dataDir: f.dataDir,
    name: 'acarreo',
    tell: ({ code }) => told.push(code),
  })
  f.opened.push(database)
  const works = () => ask(database.connection, 'select n from kept').catch(() => 'down')
  await ask(database.connection, 'create table kept as select 12 as n')
  return { told, works, stop: database.stop }
}

const killPostmaster = (): void => {
  process.kill(
    Number.parseInt(readFileSync(join(f.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
    'SIGKILL',
  )
}

it('a database that is killed again and again is started each time', async () => {
  f.copyPrepared()
  const { told, works } = await opened()
  for (let kills = 0; kills < 4; kills++) {
    killPostmaster()
    await expect
      .poll(() => told.filter((code) => code === 'running_again').length, { timeout: 15_000 })
      .toBe(kills + 1)
    expect(await works()).toEqual([{ n: 12 }])
  }
}, 60_000)

it('a database that a full disk stops works again by itself once there is space', async ({ skip }) => {
  const unmount = mountSmallDisk(f.base)
  if (unmount === null) return skip('a small disk can be mounted as root on Linux alone')
  f.copyPrepared()
  const { told, works, stop } = await opened()
  try {
    const free = fillDisk(f.base)
    killPostmaster()
    await expect.poll(() => told, { timeout: 15_000 }).toContain('no_space')
    expect(await works()).toBe('down')
    free()
    await expect.poll(works, { timeout: 15_000 }).toEqual([{ n: 12 }])
    await expect.poll(() => told.at(-1)).toBe('running_again')
  } finally {
    await stop()
    unmount()
  }
}, 60_000)
