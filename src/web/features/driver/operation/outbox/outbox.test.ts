import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyOutbox, type Outbox, waiting } from '#domain/outbox/entry'
import { pressEvent } from '#domain/outbox/press'
import { known, T0 } from '../../../../../../test/support/outbox/given.ts'
import { createOutbox } from './outbox.ts'
import { createDisk } from './storage/disk.ts'
import { memoryStore, type OutboxStore } from './storage/store.ts'

const underWay = known('en_route')
const onTheRoad: Outbox = { ...emptyOutbox(7), known: underWay, asked: true }

const arrive: Parameters<ReturnType<typeof createOutbox>['press']>[0] = (box, moment) =>
  pressEvent(box, moment, { localOperationId: underWay.key, eventType: 'arrived_at_park' })

/** What the phone holds; `works` false: it can neither be opened, read nor written. */
function phoneWith(box: Outbox) {
  const kept: OutboxStore = { ...memoryStore(), durable: true }
  const disk = { works: true, box: async () => kept.read(7) }
  const checked =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (!disk.works) throw new DOMException('gone', 'UnknownError')
      return work(...args)
    }
  const store: OutboxStore = { ...kept, read: checked(kept.read), change: checked(kept.change) }
  const filled = kept.change(7, () => box)
  const open = checked(async () => {
    await filled
    return store
  })
  return { disk, open, outbox: () => createOutbox(7, createDisk(open, true)) }
}

const posts = vi.fn()

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  posts.mockReset()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') posts(path)
    const { eventId, occurredAt } = JSON.parse(String(init.body ?? '{}'))
    return new Response(JSON.stringify({ eventId, timestamp: occurredAt }), {
      headers: { date: new Date().toUTCString() },
    })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a disk that fails for a while', () => {
  it('is retried before a press: a step that is stored already is not sent twice', async () => {
    const moment = { eventId: 'first', pressedAt: T0 + 1, clockOffsetMs: 0, fix: null }
    const before = arrive(onTheRoad, moment)
    if (!before.ok) throw new Error('refused')
    const { disk, outbox: opened } = phoneWith(before.box)
    disk.works = false
    const outbox = opened()
    await outbox.revision()
    expect(outbox.view.get()).toMatchObject({ durable: false, unread: true, box: { entries: [] } })
    disk.works = true
    expect(await outbox.press(arrive)).toEqual({ kind: 'not_possible' })
    expect(outbox.view.get()).toMatchObject({ durable: true, unread: false })
    expect(waiting(await disk.box()).map(({ eventId }) => eventId)).toEqual(['first'])
    expect(posts).not.toHaveBeenCalled()
  })

  it('is used again by every driver’s outbox, whichever found that it can be read', async () => {
    const { disk, open } = phoneWith(onTheRoad)
    const shared = createDisk(open, true)
    disk.works = false
    const [one, other] = [createOutbox(7, shared), createOutbox(8, shared)]
    await Promise.all([one.revision(), other.revision()])
    disk.works = true
    other.wake()
    await expect.poll(() => other.view.get().unread).toBe(false)
    expect(one.view.get().unread).toBe(true)
    expect(await one.press(arrive)).toMatchObject({ kind: 'saved' })
    expect(one.view.get()).toMatchObject({ durable: true, unread: false })
  })

  it('is opened once for each retry, also when it opens but cannot be read', async () => {
    let opens = 0
    const broken: OutboxStore = {
      ...memoryStore(),
      durable: true,
      read: () => Promise.reject(new DOMException('gone', 'UnknownError')),
    }
    const disk = createDisk(async () => {
      if (++opens > 9) throw new Error('without end')
      return broken
    }, true)
    const outbox = createOutbox(7, disk)
    await outbox.revision()
    outbox.wake()
    await expect.poll(() => opens).toBe(2)
    await new Promise((resolve) => setImmediate(resolve))
    expect(opens).toBe(2)
    expect(outbox.view.get().unread).toBe(true)
  })

  it('shows what the server says although it cannot be stored, and goes on from there', async () => {
    const { disk, outbox: opened } = phoneWith(onTheRoad)
    const outbox = opened()
    const shown = () => outbox.view.get().box?.known
    await outbox.revision()
    disk.works = false
    expect(await outbox.press(arrive)).toMatchObject({ kind: 'sent' })
    expect(shown()).toMatchObject({ newestEventType: 'arrived_at_park', version: 3 })
    const told = known('access_granted', {
      newestStepType: 'access_granted',
      newestEventAt: Date.now(),
      version: 4,
    })
    await outbox.learn(told, await outbox.revision())
    expect(shown()).toEqual(told)
    disk.works = true
    const next: typeof arrive = (box, moment) =>
      pressEvent(box, moment, { localOperationId: underWay.key, eventType: 'vehicle_parked' })
    expect(await outbox.press(next)).toMatchObject({ kind: 'saved' })
    expect(await disk.box()).toMatchObject({
      known: told,
      entries: [{ eventType: 'vehicle_parked', status: 'waiting' }],
    })
  })
})
