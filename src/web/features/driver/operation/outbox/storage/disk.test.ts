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
  it('is opened by the second try when the first one fails', async () => {
    const disk = createDisk(failing(1), true)
    expect(await disk.store()).toBe(KEEPS)
    expect(disk.isUnread()).toBe(false)
  })

  it('is unread while it keeps failing', async () => {
    const disk = createDisk(failing(3), true)
    expect((await disk.store()).durable).toBe(false)
    expect(disk.isUnread()).toBe(true)
    expect(await disk.retry()).toBe(false)
    expect((await disk.store()).durable).toBe(false)
    expect(await disk.retry()).toBe(true)
    expect(await disk.store()).toBe(KEEPS)
    expect(disk.isUnread()).toBe(false)
  })

  it('is unread too when it opens but cannot be read', async () => {
    const disk = createDisk(failing(0), true)
    await disk.store()
    disk.giveUp(new DOMException('gone', 'UnknownError'))
    expect(disk.isUnread()).toBe(true)
    expect(await disk.retry()).toBe(true)
  })

  it('keeps what was pressed meanwhile when it falls back to memory again', async () => {
    const disk = createDisk(failing(9), true)
    const store = await disk.store()
    await disk.retry()
    expect(disk.giveUp(new DOMException('gone', 'UnknownError'))).toBe(store)
    expect(await disk.store()).toBe(store)
  })

  it('is never unread where the browser has none', async () => {
    const disk = createDisk(failing(9), false)
    expect((await disk.store()).durable).toBe(false)
    expect(disk.isUnread()).toBe(false)
  })
})
