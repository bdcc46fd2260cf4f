import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workflowRow } from '#domain/operation/steps'
import { type Entry, emptyOutbox, type KnownOperation, type Outbox, waiting } from '#domain/outbox/entry'
import { attachFix, pressEvent } from '#domain/outbox/press'
import { standing } from '#domain/outbox/standing'
import { createSender, type Heard, type Sender, type SenderState } from './outbox-sender.ts'

const T0 = Date.UTC(2026, 0, 5, 12)

const known: KnownOperation = {
  key: 'MSKU1234565_abcdefghijklmnop',
  containerNumber: 'MSKU1234565',
  operationType: 'load',
  eventType: 'en_route',
  lastStep: 'en_route',
  lastStepAt: T0,
  startedAt: T0,
  lastEventAt: T0,
  version: 2,
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const LATER: Heard = { kind: 'later', why: 'silent', retryAfterMs: null, sentence: null }

/** One phone's disk, shared by its tabs, and what its tabs send. */
class Phone {
  box: Outbox = { ...emptyOutbox(7), known, asked: true }
  pressed: string[] = []
  sent: string[] = []
  states: SenderState[] = []
  locked = false
  offset: number | null = 0
  /** What the next measure of the clock brings. */
  measure: number | null = 250
  positioned: (entry: Entry) => Promise<void> = () => Promise.resolve()
  /** Between the moment at which the disk is read and the one at which it is known what stands there. */
  reading: () => Promise<void> = () => Promise.resolve()
  tabs = 0
  /** How the server answers; the fate of each request. */
  serve: (entry: Entry) => Promise<Heard> = async (entry) => ({
    kind: 'recorded',
    at: entry.pressedAt,
    truth: null,
  })

  press(choice = 0): void {
    const current = standing(this.box, 0)
    if (current === null) return
    const next = workflowRow('load', current.state.eventType).next.filter((type) => type !== 'end_trip')
    const eventType = next[choice % next.length]
    if (eventType === undefined) return
    const eventId = `event-${this.pressed.length}`
    const moment = { eventId, pressedAt: Date.now(), clockOffsetMs: this.offset, fix: null }
    const pressed = pressEvent(this.box, moment, { operationId: current.id, eventType })
    if (!pressed.ok) throw new Error('refused')
    this.box = pressed.box
    this.pressed.push(eventId)
  }

  tab(): Sender & { kill(): void } {
    let dead = false
    /** What a killed tab waits for never comes. */
    const alive = () => (dead ? new Promise<void>(() => undefined) : Promise.resolve())
    const sender = createSender({
      read: async () => {
        await alive()
        const { box } = this
        await this.reading()
        return box
      },
      change: async (work) => {
        await alive()
        this.box = work(this.box)
        return this.box
      },
      send: (entry) => {
        this.sent.push(entry.eventId)
        return this.serve(entry)
      },
      clockOffset: () => this.offset,
      distrustClock: () => {
        this.offset = null
      },
      measureClock: async () => {
        this.offset = this.measure
      },
      phoneNow: Date.now,
      random: () => 0.5,
      exclusively: async (work) => {
        if (this.locked) return null
        this.locked = true
        try {
          return await work()
        } finally {
          this.locked = false
        }
      },
      positioned: (entry) => this.positioned(entry),
      onState: (state) => this.states.push(state),
    })
    const kill = () => {
      dead = true
      sender.stop()
    }
    return { ...sender, kill }
  }
}

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

  it('tries again by itself, less and less often, as long as it takes', async () => {
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

  it('keeps everything while nobody is signed in, and goes on when somebody is', async () => {
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

  it('measures the clock before it sends a press that was made without a measure', async () => {
    const phone = new Phone()
    phone.offset = null
    phone.press()
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(100)
    expect(phone.offset).toBe(250)
    expect(phone.sent).toHaveLength(1)
  })

  it('sends a time that was not believed once more, by a fresh measure', async () => {
    const phone = new Phone()
    phone.press()
    phone.serve = async () => ({ kind: 'impossible_time', sentence: 'No.' })
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(phone.sent).toHaveLength(2)
    expect(phone.box.entries).toMatchObject([{ status: 'refused', clockOffsetMs: 250 }])
  })

  it('takes its time with a press whose time is not believed while the clock cannot be measured', async () => {
    const phone = new Phone()
    phone.press()
    phone.measure = null
    phone.serve = async (entry) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return phone.measure === null
        ? { kind: 'impossible_time', sentence: 'No.' }
        : { kind: 'recorded', at: entry.pressedAt, truth: null }
    }
    const tab = phone.tab()
    tab.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    tab.stop()
    expect(phone.sent.length).toBeGreaterThanOrEqual(4)
    expect(phone.sent.length).toBeLessThanOrEqual(9)
    expect(phone.states.at(-1)).toBe('silent')
    expect(waiting(phone.box)).toMatchObject([{ timeRetried: false }])
    phone.measure = 250
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(5000)
    expect(waiting(phone.box)).toEqual([])
  })

  it('is not held back for ever by a tab that holds the lock and does nothing', async () => {
    const phone = new Phone()
    phone.press()
    phone.locked = true
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(phone.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(phone.sent).toHaveLength(1)
  })

  it('sends once what the server will never take, and goes on with the next', async () => {
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

  it('sends once what is not next, and not at all what cannot follow it', async () => {
    const phone = new Phone()
    for (let n = 0; n < 2; n++) phone.press()
    const ended: KnownOperation = { ...known, eventType: 'end_trip', lastStep: 'end_trip', version: 9 }
    const truth = { operation: ended, active: false }
    phone.serve = async () => ({ kind: 'conflict', code: 'not_next', sentence: 'No.', truth })
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(phone.sent).toEqual(['event-0'])
    expect(phone.box.entries.map(({ status }) => status)).toEqual(['refused', 'refused'])
  })

  it('sends a press that is made while it finds nothing to send', async () => {
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

  it('begins nothing once it has been stopped', async () => {
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

  it('tries again after the disk has failed', async () => {
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

  it('waits for the position of a press, and sends it', async () => {
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

  it('asks by itself every five minutes whether somebody is signed in again', async () => {
    const phone = new Phone()
    phone.press()
    phone.serve = async () => ({ kind: 'signed_out' })
    phone.tab().wake()
    await vi.advanceTimersByTimeAsync(299_000)
    expect(phone.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(phone.sent).toHaveLength(2)
  })

  it('holds back a press whose time nobody can tell, until the clock has been measured', async () => {
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

  it('whatever is lost, killed or late, in however many tabs: every press arrives, in order, once', async () => {
    const step = fc.record({
      what: fc.constantFrom('press', 'press', 'wake', 'kill', 'open', 'pass', 'pass'),
      choice: fc.nat(5),
      passes: fc.nat(20_000),
    })
    const fate = fc.record({
      what: fc.constantFrom('answered', 'answered', 'requestLost', 'answerLost', 'never'),
      takes: fc.nat(15_000),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.array(fate, { minLength: 1, maxLength: 30, size: 'max' }),
        async (steps, fates) => {
          const phone = new Phone()
          const stored: string[] = []
          let whole = false
          let requests = 0
          const store = (entry: Entry): Heard => {
            if (!stored.includes(entry.eventId)) stored.push(entry.eventId)
            return { kind: 'recorded', at: entry.pressedAt, truth: null }
          }
          phone.serve = async (entry) => {
            const { what, takes } = fates[requests++ % fates.length] ?? { what: 'answered', takes: 0 }
            if (whole || what === 'answered') {
              await new Promise((resolve) => setTimeout(resolve, whole ? 5 : takes))
              return store(entry)
            }
            if (what === 'answerLost') store(entry)
            await new Promise((resolve) => setTimeout(resolve, what === 'never' ? 12_000 : takes))
            return LATER
          }
          let tabs = [phone.tab()]
          for (const { what, choice, passes } of steps) {
            if (what === 'press') phone.press(choice)
            else if (what === 'open' && tabs.length < 3) tabs.push(phone.tab())
            else if (what === 'kill') {
              for (const tab of tabs) tab.kill()
              phone.locked = false
              tabs = [phone.tab()]
            } else if (what === 'pass') await vi.advanceTimersByTimeAsync(passes)
            else tabs[choice % tabs.length]?.wake()
            const unsent = new Set(waiting(phone.box).map(({ eventId }) => eventId))
            for (const id of phone.pressed) expect(unsent.has(id) || stored.includes(id)).toBe(true)
            expect(stored).toEqual(phone.pressed.slice(0, stored.length))
          }
          whole = true
          for (const tab of tabs) tab.wake()
          await vi.advanceTimersByTimeAsync(180_000)
          expect(stored).toEqual(phone.pressed)
          expect(waiting(phone.box)).toEqual([])
          for (const tab of tabs) tab.stop()
          await vi.advanceTimersByTimeAsync(20_000)
        },
      ),
      { numRuns: 150 },
    )
  })
})
