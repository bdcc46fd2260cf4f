import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Entry, waiting } from '#domain/outbox/entry'
import { T0 } from '../../../../../../test/support/outbox/given.ts'
import { LATER, Phone } from '../../../../../../test/support/outbox/sender-phone.ts'
import type { Heard } from './sender.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

it('every press arrives once and in order, with any loss, crash or delay, in any number of tabs', async () => {
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
