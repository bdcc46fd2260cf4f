import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPool } from '#server/db/connect'
import { chanceFrom } from '../../scripts/demo/random.mjs'
import { hireCrew } from '../support/http-client.ts'
import { driveUntilBroken, type Ledger, retryOpen } from '../support/processes/kill-load.ts'
import { readRecord, recordFaults } from '../support/processes/record-faults.ts'
import { connectBeside, startServer, untilServing } from '../support/processes/server-process.ts'
import { callEverything, stopDatabase } from '../support/processes/stopped.ts'

const KEY = 'a key for the console of this test'

test('while PostgreSQL is stopped every call is answered; nothing acknowledged is lost or doubled', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-stopped-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const server = await startServer(dataDir, inject('program'), { env: { ADMIN_KEY: KEY } })
  onTestFinished(() => server.stop())
  const crew = await hireCrew(server, 'base', 6)
  // One driver starts nothing: their start is among the calls.
  const drivers = crew.operators.slice(1)
  let acknowledged = 0
  const ledger: Ledger = { presses: [], onAcknowledged: () => acknowledged++ }
  const chance = chanceFrom(5)
  const driving = Promise.all(drivers.map((o) => driveUntilBroken(o, ledger, chance.share, () => false)))
  while (acknowledged < 40) await pause(5)
  const goOn = stopDatabase(dataDir)
  onTestFinished(goOn)

  const called = [await callEverything(server.origin, crew, KEY)]
  // Every press that was under way is answered as well.
  await driving
  called.push(await callEverything(server.origin, crew, KEY))
  for (const answers of called) {
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['readyz', 'login', 'start', 'console']),
    )
    for (const { what, retryAfter, body } of refused) {
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
      if (what !== 'readyz') expect(retryAfter).not.toBeNull()
    }
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  }

  goOn()
  await untilServing(server.origin)
  await retryOpen(ledger)
  const beside = connectBeside(dataDir)
  try {
    const faults = recordFaults(await readRecord(beside), ledger.presses)
    // The start among the calls may be on record: nobody said that it is not.
    expect(faults.filter((fault) => !fault.includes('nobody pressed'))).toEqual([])
  } finally {
    await beside.close()
  }
}, 60_000)

test('a single connection that falls silent is closed, and does not go back to the pool', async () => {
  const pool = openPool({ ...inject('postgres'), max: 1 })
  onTestFinished(() => pool.end())
  const limited = { text: 'select pg_sleep(30)', query_timeout: 200 }
  await expect(pool.query(limited)).rejects.toThrow('Query read timeout')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
