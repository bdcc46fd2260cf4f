import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOCK_COMMANDS,
  COMMANDS,
  type Command,
  ERROR_MS,
  type Phone,
  type Press,
  SUPERVISED_COMMANDS,
  UNDO_COMMANDS,
  World,
} from '../../../test/support/outbox/world.ts'
import { isStart, refused, waiting } from './entry.ts'
import { standing } from './standing.ts'

// For any events in any order, the record must equal the presses.

const command = (
  phones: number,
  commands: readonly Command['what'][] = COMMANDS,
  longest = 1_800_000,
): fc.Arbitrary<Command> =>
  fc.record({
    what: fc.constantFrom(...commands),
    phone: fc.nat(phones - 1),
    tab: fc.constantFrom(0 as const, 1 as const),
    choice: fc.nat(11),
    // From the same instant to half an hour.
    passes: fc.oneof(fc.constantFrom(0, 1, 40, 700), fc.nat(longest)),
  })

const RUNS = { numRuns: Number(process.env.ACARREO_PROPERTY_RUNS ?? 400) }

const offset = fc.constantFrom(0, 37 * 60_000, -37 * 60_000, 900)

describe('one phone, any fate of requests, answers, tabs and server', () => {
  /** Runs the commands and then delivers everything: each press is recorded once and in order, none is refused. */
  function expectAllRecorded(world: World, commands: readonly Command[]): void {
    const phone = world.phones[0] as Phone
    for (const each of commands) {
      world.run(each)
      const ids = world.presses.map(({ eventId }) => eventId)
      // The server's record is a prefix of the presses.
      expect(world.server.events.map(({ eventId }) => eventId)).toEqual(
        ids.slice(0, world.server.events.length),
      )
      // A press that no longer waits is on the server.
      const unsent = new Set(waiting(phone.box).map(({ eventId }) => eventId))
      const onServer = new Set(world.server.events.map(({ eventId }) => eventId))
      for (const id of ids) if (!unsent.has(id)) expect(onServer).toContain(id)
      expect(refused(phone.box)).toEqual([])
      expectLastPressShown(world, phone)
    }
    const before = waiting(phone.box).length
    expect(world.drain(phone)).toBeLessThanOrEqual(before)
    expect(world.server.events.map(({ eventId }) => eventId)).toEqual(
      world.presses.map(({ eventId }) => eventId),
    )
    expect(waiting(phone.box)).toEqual([])
  }

  it('records every press once, in order, with its time, and reports none as sent too early', () => {
    fc.assert(
      fc.property(fc.array(command(1), { maxLength: 160, size: 'max' }), offset, (commands, phoneOffset) => {
        const world = new World([phoneOffset])
        expectAllRecorded(world, commands)
        expectTimes(world)
      }),
      RUNS,
    )
  })

  it('and any setting of the clocks: records every press once, and refuses none', () => {
    fc.assert(
      fc.property(
        fc.array(command(1, CLOCK_COMMANDS), { maxLength: 160, size: 'max' }),
        offset,
        (commands, phoneOffset) => {
          const world = new World([phoneOffset])
          expectAllRecorded(world, commands)
          expectOrder(world)
        },
      ),
      RUNS,
    )
  })
})

/** No late answer sets the screen back behind the newest press. */
function expectLastPressShown(world: World, phone: Phone): void {
  const last = world.presses.at(-1)
  const current = standing(phone.box, phone.offset)
  if (!last || last.entry.eventType === 'end_trip') expect(current).toBeNull()
  else {
    expect(current?.state.newestEventType).toBe(last.entry.eventType)
    expect(current?.id).toBe(last.entry.localOperationId)
  }
}

function expectTimes(world: World): void {
  for (const [index, { at }] of world.server.events.entries()) {
    const press = world.presses[index] as Press
    expect(Math.abs(at - press.trueAt)).toBeLessThanOrEqual(2 * ERROR_MS)
  }
  expectOrder(world)
}

/** No operation's times go back. */
function expectOrder(world: World): void {
  for (const [index, { at, key }] of world.server.events.entries()) {
    const before = world.server.events[index - 1]
    if (before?.key === key) expect(at).toBeGreaterThanOrEqual(before.at)
  }
}

describe('a supervisor who takes back events and cancels operations', () => {
  it('each press is recorded or told, and the screens end at the server state', () => {
    fc.assert(
      fc.property(
        fc.array(command(2, SUPERVISED_COMMANDS), { maxLength: 160, size: 'max' }),
        offset,
        (commands, one) => {
          const world = new World([one, 0])
          for (const each of commands) world.run(each)
          for (const phone of world.phones) world.drain(phone)
          for (const phone of world.phones) {
            world.drain(phone)
            expect(waiting(phone.box)).toEqual([])
            const active = world.server.active()
            const shown = standing(phone.box, phone.offset)
            expect(shown?.key ?? null).toBe(active?.key ?? null)
            expect(shown?.state.newestEventType).toBe(active?.newestEventType)
          }
          const recorded = new Set(world.server.events.map(({ eventId }) => eventId))
          for (const { eventId, phone } of world.presses) {
            const told = refused(phone.box).some((entry) => entry.eventId === eventId)
            expect(recorded.has(eventId) || told).toBe(true)
          }
        },
      ),
      RUNS,
    )
  })
})

describe('a driver who takes presses back', () => {
  it('what was undone never counts, everything else once and in order, and the screen never shows what was undone', () => {
    fc.assert(
      fc.property(
        fc.array(command(1, UNDO_COMMANDS, 20_000), { maxLength: 160, size: 'max' }),
        offset,
        (commands, one) => {
          const world = new World([one])
          const phone = world.phones[0] as Phone
          const left = () => world.presses.filter(({ eventId }) => !world.undone.has(eventId))
          for (const each of commands) {
            world.run(each)
            const last = left().at(-1)
            const shown = standing(phone.box, phone.offset)?.state.newestEventType ?? 'end_trip'
            expect(shown).toBe(last?.entry.eventType ?? 'end_trip')
          }
          world.drain(phone)
          expect(waiting(phone.box)).toEqual([])
          expect(refused(phone.box)).toEqual([])
          const counting = world.server.events.filter(({ retracted }) => !retracted)
          expect(counting.map(({ eventId }) => eventId)).toEqual(left().map(({ eventId }) => eventId))
          const active = world.server.active()
          expect(standing(phone.box, phone.offset)?.state.newestEventType).toBe(active?.newestEventType)
        },
      ),
      RUNS,
    )
  })
})

describe('two phones of one driver', () => {
  it('record or refuse every press, and both screens end at the server state', () => {
    fc.assert(
      fc.property(
        fc.array(command(2), { maxLength: 160, size: 'max' }),
        offset,
        offset,
        (commands, one, two) => {
          const world = new World([one, two])
          for (const each of commands) world.run(each)
          for (const phone of world.phones) world.drain(phone)
          for (const phone of world.phones) {
            world.drain(phone)
            expect(waiting(phone.box)).toEqual([])
            const active = world.server.active()
            const shown = standing(phone.box, phone.offset)
            expect(shown?.key ?? null).toBe(active?.key ?? null)
            expect(shown?.state.newestEventType).toBe(active?.newestEventType)
          }
          const ids = world.server.events.map(({ eventId }) => eventId)
          expect(new Set(ids).size).toBe(ids.length)
          for (const { eventId, phone } of world.presses) {
            const told = phone.box.entries.some(
              (entry) => entry.eventId === eventId && entry.status === 'refused',
            )
            expect(ids.includes(eventId) || told).toBe(true)
          }
          // Never two active operations, never an event that is not next.
          for (const operation of world.server.operations.values()) {
            const events = world.server.events.filter(({ key }) => key === operation.key)
            expect(events.filter((event) => event.eventType === 'start_trip')).toHaveLength(1)
            expect(events.length).toBe(operation.version)
          }
        },
      ),
      RUNS,
    )
  })

  it('keep the order of each phone', () => {
    fc.assert(
      fc.property(
        fc.array(command(2), { maxLength: 120, size: 'max' }),
        offset,
        offset,
        (commands, one, two) => {
          const world = new World([one, two])
          for (const each of commands) world.run(each)
          for (const phone of world.phones) world.drain(phone)
          for (const phone of world.phones) {
            const own = world.presses.filter((press) => press.phone === phone).map(({ eventId }) => eventId)
            const stored = world.server.events.map(({ eventId }) => eventId).filter((id) => own.includes(id))
            expect(stored).toEqual(own.filter((id) => stored.includes(id)))
          }
          expect(world.presses.filter(({ entry }) => isStart(entry)).length).toBeGreaterThanOrEqual(
            world.server.operations.size,
          )
        },
      ),
      RUNS,
    )
  })
})
