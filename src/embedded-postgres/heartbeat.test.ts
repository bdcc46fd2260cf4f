import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EmbeddedPostgresError, type Notice } from './error.ts'
import { startHeartbeat } from './heartbeat.ts'

const quick = { beatMs: 20, observeMs: 400 }
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'heartbeat-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('refuses a folder that another container is using', async () => {
  const end = await startHeartbeat(dataDir, () => {}, { ...quick, place: 'one' })
  const attempt = startHeartbeat(dataDir, () => {}, { ...quick, place: 'two' })
  await expect(attempt).rejects.toThrow(EmbeddedPostgresError)
  await expect(attempt).rejects.toMatchObject({ failure: { code: 'in_use', holder: { place: 'one' } } })
  await end()
})

it('takes over from a container that was killed, and tells what it waits for', async () => {
  // A beat that never comes: the holder is dead.
  const dead = await startHeartbeat(dataDir, () => {}, { place: 'one', beatMs: 3_600_000, observeMs: 400 })
  const told: Notice[] = []
  const end = await startHeartbeat(dataDir, (notice) => told.push(notice), { ...quick, place: 'two' })
  expect(told).toEqual([{ code: 'checking_holder', place: 'one' }])
  await end()
  await dead()
})

it('does not wait in the same place, nor after an orderly end', async () => {
  const told: Notice[] = []
  const first = await startHeartbeat(dataDir, (notice) => told.push(notice), { ...quick, place: 'one' })
  const second = await startHeartbeat(dataDir, (notice) => told.push(notice), { ...quick, place: 'one' })
  await first()
  await second()
  expect(existsSync(join(dataDir, 'postgres.in-use'))).toBe(false)
  const third = await startHeartbeat(dataDir, (notice) => told.push(notice), { ...quick, place: 'two' })
  await third()
  expect(told).toEqual([])
})
