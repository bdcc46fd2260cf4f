import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDisk } from './disk.ts'
import { memoryStore, type OutboxStore } from './store.ts'

const KEEPS: OutboxStore = { ...memoryStore(), durable: true }

/** Fails so many times, then opens. */
function failing(times: number): () => Promise<OutboxStore> {
  let tries = 0
  return async () => {
    if (tries++ < times) throw new DOMException('gone', 'UnknownError')
    return KEEPS
  }
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the disk under the outbox', () => {
  it('that refuses once is opened all the same', async () => {
    const disk = createDisk(failing(1), true)
    expect(await disk.store()).toBe(KEEPS)
    expect(disk.isUnread()).toBe(false)
  })

  it('that goes on refusing is unread until it can be read again', async () => {
    const disk = createDisk(failing(3), true)
    expect((await disk.store()).durable).toBe(false)
    expect(disk.isUnread()).toBe(true)
    expect(await disk.retry()).toBe(false)
    expect((await disk.store()).durable).toBe(false)
    expect(await disk.retry()).toBe(true)
    expect(await disk.store()).toBe(KEEPS)
    expect(disk.isUnread()).toBe(false)
  })

  it('that opens and cannot be read is unread too', async () => {
    const disk = createDisk(failing(0), true)
    await disk.store()
    disk.giveUp(new DOMException('gone', 'UnknownError'))
    expect(disk.isUnread()).toBe(true)
    expect(await disk.retry()).toBe(true)
  })

  it('that is given up once more keeps what was pressed meanwhile', async () => {
    const disk = createDisk(failing(9), true)
    const store = await disk.store()
    await disk.retry()
    expect(disk.giveUp(new DOMException('gone', 'UnknownError'))).toBe(store)
    expect(await disk.store()).toBe(store)
  })

  it('that does not exist holds nothing that could be unread', async () => {
    const disk = createDisk(failing(9), false)
    expect((await disk.store()).durable).toBe(false)
    expect(disk.isUnread()).toBe(false)
  })
})
