import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRedis } from '../../scripts/lib/redis.mjs'

let folder: string

function program(name: string, says: string, exitCode = 0) {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho "${says}"\nexit ${exitCode}\n`)
  chmodSync(file, 0o755)
  return file
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acarreo-find-redis-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('finds nothing on an empty PATH and says so by undefined', async () => {
  expect(await findRedis({ env: { PATH: '' } })).toBeUndefined()
  expect(await findRedis({ env: {} })).toBeUndefined()
})

test('takes ACARREO_REDIS before PATH, and goes on when nothing is there', async () => {
  const named = program('named', 'Redis server v=7.0.15 sha=0')
  const onPath = program('bin/redis-server', 'Redis server v=8.2.0 sha=0')
  const PATH = `${join(folder, 'empty')}:${join(folder, 'bin')}`
  expect(await findRedis({ env: { PATH, ACARREO_REDIS: named } })).toBe(named)
  expect(await findRedis({ env: { PATH, ACARREO_REDIS: join(folder, 'gone') } })).toBe(onPath)
})

test('takes Valkey where there is no Redis', async () => {
  const valkey = program('bin/valkey-server', 'Valkey server v=8.1.1 sha=0')
  const env = { PATH: join(folder, 'bin') }
  expect(await findRedis({ env })).toBe(valkey)
  const redis = program('bin/redis-server', 'Redis server v=7.0.15 sha=0')
  expect(await findRedis({ env })).toBe(redis)
})

test('passes over what does not start, is no server, or may not be run', async () => {
  const env = { PATH: join(folder, 'bin') }
  program('bin/redis-server', 'Redis server v=7.0.15 sha=0', 1)
  expect(await findRedis({ env })).toBeUndefined()
  program('bin/redis-server', 'please install something else')
  expect(await findRedis({ env })).toBeUndefined()
  chmodSync(program('bin/redis-server', 'Redis server v=7.0.15 sha=0'), 0o644)
  expect(await findRedis({ env })).toBeUndefined()
})
