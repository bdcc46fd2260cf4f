import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, ownerDoes } from '../../../../../test/support/database.ts'
import type { Database } from '../../../db/connect.ts'
import { systemSettings } from '../../../db/schema/console.ts'
import { memoryBus } from '../../../live/bus/memory.ts'
import { type WatchedSettings, watchSettings } from './watched.ts'

let database: Database
let watched: WatchedSettings
let gap: () => void
const errors: unknown[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  database = await createTestDatabase()
  watched = await watchSettings({
    db: database.orm,
    bus: {
      ...memoryBus(),
      onGap(listener) {
        gap = listener
        return () => {}
      },
    },
    onError: (error) => errors.push(error),
  })
})
afterEach(async () => {
  watched.stop()
  await database.close()
  vi.useRealTimers()
})

const write = (value: 'true' | 'false') =>
  database.orm
    .insert(systemSettings)
    .values({ settingKey: 'maintenance_mode', settingValue: value })
    .onConflictDoUpdate({ target: systemSettings.settingKey, set: { settingValue: value } })
/** The bound is for a fault: a busy machine may take seconds for a statement. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })
const known = (value: 'true' | 'false') =>
  until(() => expect(watched.current().maintenanceMode).toBe(value === 'true'))

describe('a changed setting whose message was lost', () => {
  it('is read when messages may have been missed', async () => {
    await write('true')
    gap()
    await known('true')
  })

  it('is read within a second', async () => {
    await write('true')
    await vi.advanceTimersByTimeAsync(999)
    expect(watched.current().maintenanceMode).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await known('true')
  })
})

it('tells of what changed, and of nothing else', async () => {
  const heard: boolean[] = []
  watched.onChange((settings) => heard.push(settings.maintenanceMode))
  gap()
  await write('true')
  gap()
  await known('true')
  gap()
  await write('false')
  gap()
  await known('false')
  expect(heard).toEqual([true, false])
})

it('stays as it was while the database is away', async () => {
  const tried = vi.spyOn(database.pool, 'query')
  await write('true')
  gap()
  await known('true')
  await ownerDoes(database, 'alter table system_settings rename to elsewhere')
  gap()
  await until(() => expect(errors).toHaveLength(1))
  // Said once, however often it is tried again.
  for (let second = 0; second < 3; second++) {
    tried.mockClear()
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => expect(tried).toHaveBeenCalled())
  }
  await tried.mock.results.at(-1)?.value.catch(() => {})
  expect(errors).toHaveLength(1)
  expect(watched.current().maintenanceMode).toBe(true)
  await ownerDoes(database, 'alter table elsewhere rename to system_settings')
  await write('false')
  await vi.advanceTimersByTimeAsync(1_000)
  await known('false')
})
