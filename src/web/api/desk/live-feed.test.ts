import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CorrectionResponse } from '#contract/http/desk/corrections'
import type { EventResponse, OperationResponse } from '#contract/http/operations'
import type { LiveMessage } from '#contract/live/messages'
import type { Correction, FeedRecord, OperationEvent } from '../operation.ts'
import { CATCH_UP_LIMIT, createLiveFeed, type LiveChange } from './live-feed.ts'

const correction = (seq: number) => ({ seq, correctionId: `c${seq}` }) as CorrectionResponse & Correction
const correctionUpdate = (seq: number): LiveMessage => ({
  type: 'correction_update',
  payload: correction(seq),
})
const event = (seq: number) => ({ seq }) as EventResponse & OperationEvent
const hello = (seq: number): LiveMessage => ({ type: 'hello', payload: { seq, serverTime: '' } })
const eventUpdate = (seq: number): LiveMessage => ({ type: 'event_update', payload: event(seq) })
const operationUpdate = (seq: number): LiveMessage => ({
  type: 'operation_update',
  payload: { containerId: `op${seq}` } as OperationResponse,
  seq,
})

class Denied extends Error {}

/** A server with `stored` records, events if `recordOf` says no other; `failures` make its next answers fail. */
function setUp(stored: () => number, recordOf: (seq: number) => FeedRecord = event) {
  const changes: LiveChange[] = []
  const asked: number[] = []
  const failures: Error[] = []
  const feed = createLiveFeed({
    fetchEvents: async (after, limit) => {
      asked.push(after)
      const failure = failures.shift()
      if (failure) throw failure
      const page: FeedRecord[] = []
      for (let seq = after + 1; seq <= stored() && page.length < limit; seq++) page.push(recordOf(seq))
      return page
    },
    isDenied: (error) => error instanceof Denied,
    emit: (change) => changes.push(change),
  })
  const seqs = () => changes.flatMap((c) => (c.type === 'event' ? [c.event.seq] : []))
  const corrections = () => changes.flatMap((c) => (c.type === 'correction' ? [c.correction.seq] : []))
  const resyncs = () => changes.filter((c) => c.type === 'resync').length
  return { feed, asked, failures, seqs, corrections, resyncs }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the live feed', () => {
  it('resyncs at the first hello and fetches no events: the lists hold them', async () => {
    const { feed, asked, resyncs } = setUp(() => 40)
    feed.hear(hello(40))
    await vi.runAllTimersAsync()
    expect(resyncs()).toBe(1)
    expect(asked).toEqual([])
  })

  it('fetches once what a reconnection missed, oldest first', async () => {
    let stored = 3
    const { feed, asked, seqs, resyncs } = setUp(() => stored)
    feed.hear(hello(3))
    stored = 7
    feed.pause()
    feed.hear(hello(7))
    await vi.runAllTimersAsync()
    expect(seqs()).toEqual([4, 5, 6, 7])
    expect(asked).toEqual([3])
    expect(resyncs()).toBe(2)
  })

  it('pages when one answer does not hold everything', async () => {
    const stored = CATCH_UP_LIMIT * 2 + 1
    const { feed, asked, seqs } = setUp(() => stored)
    feed.hear(hello(0))
    feed.hear(hello(stored))
    await vi.runAllTimersAsync()
    expect(seqs()).toHaveLength(stored)
    expect(asked).toEqual([0, CATCH_UP_LIMIT, CATCH_UP_LIMIT * 2])
  })

  it('fetches nothing when two messages only overtook each other', async () => {
    const { feed, asked, seqs, resyncs } = setUp(() => 2)
    feed.hear(hello(0))
    for (const seq of [2, 1]) {
      feed.hear(eventUpdate(seq))
      feed.hear(operationUpdate(seq))
    }
    await vi.runAllTimersAsync()
    expect(seqs()).toEqual([2, 1])
    expect(asked).toEqual([])
    expect(resyncs()).toBe(1)
  })

  it('fetches nothing on a busy day, when some number is always under way', async () => {
    const { feed, asked, resyncs } = setUp(() => 1000)
    feed.hear(hello(0))
    for (let seq = 1; seq <= 60; seq++) {
      // The next event comes before the operation of the one before it: a number is missing all the time, never the same.
      feed.hear(eventUpdate(seq))
      await vi.advanceTimersByTimeAsync(10)
      if (seq > 1) feed.hear(operationUpdate(seq - 1))
      await vi.advanceTimersByTimeAsync(10)
    }
    feed.hear(operationUpdate(60))
    await vi.runAllTimersAsync()
    expect(asked).toEqual([])
    expect(resyncs()).toBe(1)
  })

  it('fetches an event whose operation alone came, and the other way round', async () => {
    const one = setUp(() => 1)
    one.feed.hear(hello(0))
    one.feed.hear(operationUpdate(1))
    await vi.runAllTimersAsync()
    expect(one.seqs()).toEqual([1])
    expect(one.resyncs()).toBe(1)

    const two = setUp(() => 1)
    two.feed.hear(hello(0))
    two.feed.hear(eventUpdate(1))
    await vi.runAllTimersAsync()
    expect(two.asked).toEqual([])
    expect(two.resyncs()).toBe(2)
  })

  it('takes a correction by its number, and fetches one that was missed', async () => {
    const recordOf = (seq: number) => (seq === 2 || seq === 4 ? correction(seq) : event(seq))
    const { feed, asked, seqs, corrections } = setUp(() => 5, recordOf)
    feed.hear(hello(0))
    for (const seq of [1, 2, 3]) {
      feed.hear(seq === 2 ? correctionUpdate(seq) : eventUpdate(seq))
      feed.hear(operationUpdate(seq))
    }
    await vi.runAllTimersAsync()
    expect([seqs(), corrections(), asked]).toEqual([[1, 3], [2], []])
    feed.hear(eventUpdate(5))
    feed.hear(correctionUpdate(2))
    await vi.runAllTimersAsync()
    expect([seqs(), corrections(), asked]).toEqual([[1, 3, 5], [2, 4], [3]])
  })

  it('shows no event that is retracted already, and refetches when a correction overtook one', async () => {
    const gone = setUp(
      () => 2,
      (seq) => (seq === 1 ? { ...event(1), retracted: true } : correction(seq)),
    )
    gone.feed.hear(hello(0))
    gone.feed.hear(hello(2))
    await vi.runAllTimersAsync()
    expect([gone.seqs(), gone.corrections()]).toEqual([[], [2]])

    const late = setUp(() => 2)
    late.feed.hear(hello(0))
    late.feed.hear(correctionUpdate(2))
    const before = late.resyncs()
    late.feed.hear(eventUpdate(1))
    expect(late.resyncs()).toBe(before + 1)
  })

  it('retries after a failure, but not after 403', async () => {
    const failing = setUp(() => 5)
    failing.failures.push(new TypeError('network'))
    failing.feed.hear(hello(0))
    failing.feed.hear(hello(5))
    await vi.runAllTimersAsync()
    expect(failing.seqs()).toEqual([1, 2, 3, 4, 5])

    const denied = setUp(() => 5)
    denied.failures.push(new Denied())
    denied.feed.hear(hello(0))
    denied.feed.hear(hello(5))
    await vi.runAllTimersAsync()
    denied.feed.hear(operationUpdate(6))
    await vi.runAllTimersAsync()
    expect(denied.asked).toEqual([0])
  })

  it('waits between retries', async () => {
    const { feed, asked, failures } = setUp(() => 5)
    for (let i = 0; i < 50; i++) failures.push(new TypeError('network'))
    feed.hear(hello(0))
    feed.hear(hello(5))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked.length).toBeGreaterThan(2)
    expect(asked.length).toBeLessThan(6)
    feed.pause()
  })

  it('ignores an answer to the user before', async () => {
    const shown: LiveChange[] = []
    const answers: ((page: OperationEvent[]) => void)[] = []
    const feed = createLiveFeed({
      fetchEvents: () => new Promise((resolve) => answers.push(resolve)),
      isDenied: () => false,
      emit: (change) => shown.push(change),
    })
    feed.hear(hello(0))
    feed.hear(hello(2))
    feed.reset()
    feed.hear(hello(0))
    answers[0]?.([event(1), event(2)])
    await vi.runAllTimersAsync()
    expect(answers).toHaveLength(1)
    expect(shown.filter(({ type }) => type === 'event')).toEqual([])
  })

  it('stops when the server announced more than it has', async () => {
    const { feed, asked } = setUp(() => 4)
    feed.hear(hello(0))
    feed.hear(hello(9))
    await vi.runAllTimersAsync()
    expect(asked).toEqual([0])
  })

  it('emits every event exactly once, though messages are lost, doubled or reordered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(
          fc.record({
            at: fc.nat(1000),
            kind: fc.constantFrom('event', 'operation', 'reconnect', 'pass'),
            fails: fc.boolean(),
          }),
          { maxLength: 40 },
        ),
        async (start, more, actions) => {
          let stored = start
          const { feed, seqs, failures } = setUp(() => stored)
          feed.hear(hello(start))
          for (const { at, kind, fails } of actions) {
            stored = Math.min(start + more, stored + (at % 3))
            const seq = stored === 0 ? 0 : (at % stored) + 1
            if (kind === 'event' && seq > 0) feed.hear(eventUpdate(seq))
            else if (kind === 'operation' && seq > 0) feed.hear(operationUpdate(seq))
            else if (kind === 'reconnect') {
              feed.pause()
              if (fails) failures.push(new TypeError('network'))
              feed.hear(hello(stored))
            } else await vi.advanceTimersByTimeAsync(at)
          }
          stored = start + more
          feed.hear(hello(stored))
          await vi.runAllTimersAsync()
          const shown = seqs()
          expect(new Set(shown).size).toBe(shown.length)
          expect([...shown].sort((a, b) => a - b)).toEqual(
            Array.from({ length: more }, (_, i) => start + 1 + i),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
