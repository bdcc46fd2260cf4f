import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { chanceFrom } from '../../scripts/demo/random.mjs'
import { register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'
import { hireCrew, httpClient } from '../support/http-client.ts'
import { driveUntilBroken, type Ledger, retryOpen } from '../support/processes/kill-load.ts'
import { readRecord, recordFaults } from '../support/processes/record-faults.ts'
import {
  connectBeside,
  killDatabase,
  startServer,
  untilServing,
} from '../support/processes/server-process.ts'
import { fillDisk, mountSmallDisk } from '../support/processes/small-disk.ts'

test('a full disk is a 503 that says so; once there is space, all goes on without a hand', async ({
  skip,
}) => {
  const disk = await mkdtemp(join(tmpdir(), 'acarreo-disk-'))
  const unmount = mountSmallDisk(disk)
  if (unmount === null) return skip('a small disk can be mounted as root on Linux alone')
  const dataDir = join(disk, 'data')
  const server = await startServer(dataDir, inject('program'))
  try {
    await chmod(disk, 0o755)
    const { operators } = await hireCrew(server, 'base', 4)
    let acknowledged = 0
    const ledger: Ledger = { presses: [], onAcknowledged: () => acknowledged++ }
    const chance = chanceFrom(6)
    const drive = () =>
      Promise.all(operators.map((o) => driveUntilBroken(o, ledger, chance.share, () => false)))
    const driving = drive()
    while (acknowledged < 20) await pause(5)
    const free = fillDisk(disk)
    // Until PostgreSQL needs more of the disk it goes on; a crash needs it at once.
    killDatabase(dataDir)
    await driving
    const login = () =>
      httpClient(server).post('/api/login', { username: 'base', password: 'una clave de prueba' })
    const answer = await login()
    expect(answer.status).toBe(503)
    expect(answer.body.error).toContain('disco del servidor está lleno')
    expect((await httpClient(server).get('/readyz')).status).toBe(503)
    expect((await httpClient(server).get('/healthz')).status).toBe(200)
    await expect.poll(() => server.said.join('\n'), { timeout: 10_000 }).toContain('libere espacio')

    free()
    await untilServing(server.origin)
    await retryOpen(ledger)
    const beside = connectBeside(dataDir)
    expect(recordFaults(await readRecord(beside), ledger.presses)).toEqual([])
    await beside.close()
    expect((await login()).status).toBe(200)
  } finally {
    await server.stop()
    unmount()
    await rm(disk, { recursive: true, force: true })
  }
}, 120_000)

test('a statement that finds no space is a 503, not a 500', async () => {
  const { app, deps, close } = await createTestApp()
  try {
    const supervisor = await register(app, 'supervisor')
    // What PostgreSQL raises then, raised by a trigger: a disk that is full for one statement alone cannot be had.
    await ownerDoes(
      deps.database,
      `
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on live_tokens for each row execute function full_disk()`,
    )
    const { status, body, headers } = await supervisor.post('/api/live-token', {})
    expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'unavailable',
      retry: '10',
    })
    expect(body.error).toContain('disco del servidor está lleno')
  } finally {
    await close()
  }
})
