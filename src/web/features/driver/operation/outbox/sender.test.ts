import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waiting } from '#domain/outbox/entry'
import { attachFix } from '#domain/outbox/press'
import { known, T0 } from '../../../../../../test/support/outbox/given.ts'
import { LATER, Phone } from '../../../../../../test/support/outbox/sender-phone.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('delivery', () => {
  it('sends one at a time, in order, and says when there is nothing left', async () => {
    const phone = new Phone()
    for (let n = 0; n < 3; n++) phone.press()
    let open = 0
    phone.serve = async (entry) => {
      expect(++open).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 400))
      open--
      return { kind: 'recorded', at: entry.pressedAt, truth: null }
    }
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(2000)
    expect(phone.sent).toEqual(phone.pressed)
    expect(waiting(phone.box)).toEqual([])
    expect(phone.states.at(-1)).toBe('idle')
  })

  it('retries without end, with backoff', async () => {
    const phone = new Phone()
    phone.press()
    phone.serve = async () => LATER
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(60_000)
    const inTheFirstMinute = phone.sent.length
    expect(inTheFirstMinute).toBeGreaterThanOrEqual(5)
    expect(inTheFirstMinute).toBeLessThanOrEqual(9)
    expect(phone.states.at(-1)).toBe('silent')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(phone.sent.length - inTheFirstMinute).toBeGreaterThan(50)
    expect(new Set(phone.sent).size).toBe(1)
  })

  it('tries nothing without a network, so that a press can be removed until then', async () => {
    const phone = new Phone()
    phone.online = false
    phone.press()
    const tab = phone.tab()
    tab.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phone.sent).toEqual([])
    expect(waiting(phone.box)).toMatchObject([{ sent: false }])
    expect(phone.states.at(-1)).toBe('silent')
    phone.online = true
    tab.wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(phone.sent).toEqual(phone.pressed)
  })

  it('sends nothing that was taken back while it waited for its turn', async () => {
    const phone = new Phone()
    phone.press()
    // Between the last look at the outbox and the request.
    phone.leaving = () => {
      phone.box = { ...phone.box, entries: [] }
    }
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(phone.sent).toEqual([])
  })

  it('waits as long as a busy server asks', async () => {
    const phone = new Phone()
    phone.press()
    phone.serve = async () => ({ kind: 'later', why: 'busy', retryAfterMs: 20_000, sentence: '' })
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(phone.sent).toHaveLength(1)
    expect(phone.states.at(-1)).toBe('busy')
    await vi.advanceTimersByTimeAsync(2000)
    expect(phone.sent).toHaveLength(2)
  })

  it('keeps everything while the driver is signed out, and goes on after the next sign-in', async () => {
    const phone = new Phone()
    phone.press()
    const right = phone.serve
    phone.serve = async () => ({ kind: 'signed_out' })
    const tab = phone.tab()
    tab.wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(phone.states.at(-1)).toBe('signed_out')
    expect(waiting(phone.box)).toMatchObject([{ attempts: 0 }])
    phone.serve = right
    tab.wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(waiting(phone.box)).toEqual([])
  })

  it('measures the clock before it sends a press made without a measured clock', async () => {
    const phone = new Phone()
    phone.offset = null
    phone.press()
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(100)
    expect(phone.offset).toBe(250)
    expect(phone.sent).toHaveLength(1)
  })

  it('ignores the lock of a frozen tab in the end', async () => {
    const phone = new Phone()
    phone.press()
    phone.locked = true
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(phone.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(phone.sent).toHaveLength(1)
  })

  it('sends a press that the server refuses only once, and goes on with the next', async () => {
    const phone = new Phone()
    for (let n = 0; n < 2; n++) phone.press()
    const right = phone.serve
    phone.serve = async (entry) =>
      entry.eventId === 'event-0' ? { kind: 'refused', code: 'rejected', sentence: 'No.' } : right(entry)
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(phone.sent).toEqual(['event-0', 'event-1'])
    expect(phone.box.entries.map(({ status }) => status)).toEqual(['refused', 'delivered'])
  })

  it('sends a step that is not next only once, and does not send what depends on it', async () => {
    const phone = new Phone()
    for (let n = 0; n < 2; n++) phone.press()
    const ended = known('end_trip', { newestStepType: 'end_trip', version: 9 })
    const truth = { operation: ended, active: false }
    phone.serve = async () => ({ kind: 'conflict', code: 'not_next', sentence: 'No.', truth })
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(phone.sent).toEqual(['event-0'])
    expect(phone.box.entries.map(({ status }) => status)).toEqual(['refused', 'refused'])
  })

  it('sends a press made while the outbox was read as empty', async () => {
    const phone = new Phone()
    phone.reading = () => new Promise((resolve) => setTimeout(resolve, 50))
    const tab = phone.tab()
    tab.wake()
    await vi.advanceTimersByTimeAsync(20)
    phone.press()
    tab.wake()
    await vi.advanceTimersByTimeAsync(500)
    expect(phone.sent).toEqual(['event-0'])
  })

  it('starts nothing after it was stopped', async () => {
    const phone = new Phone()
    const tab = phone.tab()
    phone.press()
    let free = () => {}
    phone.positioned = () =>
      new Promise((resolve) => {
        free = resolve
      })
    tab.wake()
    await vi.advanceTimersByTimeAsync(100)
    tab.stop()
    free()
    await vi.advanceTimersByTimeAsync(100)
    tab.wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(phone.sent).toEqual([])
    expect(waiting(phone.box)).toHaveLength(1)
  })

  it('retries after the disk has failed', async () => {
    const phone = new Phone()
    phone.press()
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    phone.reading = async () => {
      phone.reading = () => Promise.resolve()
      throw new DOMException('gone', 'UnknownError')
    }
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(5000)
    expect(told).toHaveBeenCalledOnce()
    expect(phone.sent).toEqual(['event-0'])
    told.mockRestore()
  })

  it('waits for the position of a press and sends it along', async () => {
    const phone = new Phone()
    phone.press()
    const fix = { coordinates: { lat: 20.52, lng: -103.18 }, accuracy: 8, fixAgeSeconds: 0 }
    const right = phone.serve
    const fixes: unknown[] = []
    phone.serve = (entry) => {
      fixes.push(entry.fix)
      return right(entry)
    }
    phone.positioned = async () => {
      await new Promise((resolve) => setTimeout(resolve, 3000))
      phone.box = attachFix(phone.box, 'event-0', fix)
    }
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(2900)
    expect(fixes).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(fixes).toEqual([fix])
  })

  it('retries every five minutes while signed out', async () => {
    const phone = new Phone()
    phone.press()
    phone.serve = async () => ({ kind: 'signed_out' })
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(299_000)
    expect(phone.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(phone.sent).toHaveLength(2)
  })

  it('holds back a press without a known time until the clock has been measured', async () => {
    const phone = new Phone()
    phone.offset = null
    phone.measure = null
    phone.press()
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(phone.sent).toEqual([])
    expect(phone.states.at(-1)).toBe('silent')
    phone.measure = 250
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phone.sent).toEqual(['event-0'])
  })
})
