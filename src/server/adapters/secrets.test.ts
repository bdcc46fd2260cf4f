import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keptSecret } from './secrets.ts'

it('is made once, kept, and readable by its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-secret-'))
  try {
    const made = await Promise.all(Array.from({ length: 5 }, () => keptSecret(folder, 'session-secret')))
    expect(new Set(made).size).toBe(1)
    expect(made[0]?.length).toBeGreaterThanOrEqual(43)
    expect(await keptSecret(folder, 'session-secret')).toBe(made[0])
    expect((await stat(join(folder, 'session-secret'))).mode & 0o777).toBe(0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('is told to the one who made it, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-secret-'))
  try {
    const told: string[] = []
    const kept = () => keptSecret(folder, 'admin-key', (secret) => told.push(secret))
    const [made] = await Promise.all([kept(), kept(), kept()])
    await kept()
    expect(told).toEqual([made])
  } finally {
    await rm(folder, { recursive: true })
  }
})
