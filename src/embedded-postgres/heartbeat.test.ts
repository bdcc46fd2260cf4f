import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EmbeddedPostgresError } from './error.ts'
import { startHeartbeat } from './heartbeat.ts'

const quick = { beatMs: 20, observeMs: 400 }
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'acarreo-heartbeat-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('refuses a folder that another container is using', async () => {
  const end = await startHeartbeat(dataDir, () => {}, { ...quick, place: 'uno' })
  const attempt = startHeartbeat(dataDir, () => {}, { ...quick, place: 'dos' })
  await expect(attempt).rejects.toThrow(EmbeddedPostgresError)
  await expect(attempt).rejects.toThrow(/otra máquina o contenedor \(uno\)/)
  await end()
})

it('takes over from a container that was killed, and says what it waits for', async () => {
  // A beat that never comes: the holder is dead.
  const dead = await startHeartbeat(dataDir, () => {}, { place: 'uno', beatMs: 3_600_000, observeMs: 400 })
  const said: string[] = []
  const end = await startHeartbeat(dataDir, (line) => said.push(line), { ...quick, place: 'dos' })
  expect(said).toHaveLength(1)
  await end()
  await dead()
})

it('does not wait in the same place, nor after an orderly end', async () => {
  const said: string[] = []
  const first = await startHeartbeat(dataDir, (line) => said.push(line), { ...quick, place: 'uno' })
  const second = await startHeartbeat(dataDir, (line) => said.push(line), { ...quick, place: 'uno' })
  await first()
  await second()
  expect(existsSync(join(dataDir, 'postgres.in-use'))).toBe(false)
  const third = await startHeartbeat(dataDir, (line) => said.push(line), { ...quick, place: 'dos' })
  await third()
  expect(said).toEqual([])
})
