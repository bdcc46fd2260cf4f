import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, decideStart } from '../operation/decide.ts'
import { evolve, isActive } from '../operation/state.ts'
import { type EventType, type OperationType, workflowRow } from '../operation/steps.ts'
import { type Answer, learn, nextToSend, onAnswer, sentTime, type Truth } from './delivery.ts'
import {
  type Entry,
  emptyOutbox,
  isStart,
  type KnownOperation,
  type Outbox,
  refused,
  waiting,
} from './entry.ts'
import { pressEvent, pressStart } from './press.ts'
import { standing } from './standing.ts'

/**
 * The whole world of one driver: phones (what is written down, and tabs that can be killed), a wire that loses, delays and
 * keeps requests of dead tabs, and a server with the product's rules. Whatever happens in whichever order, the record must
 * be the presses.
 */

const T0 = Date.UTC(2026, 0, 5, 12)
const NUMBERS = ['MSKU1234565', 'CSQU3054383', 'TCNU7200794']

interface Stored {
  eventId: string
  key: string
  eventType: EventType
  at: number
}

interface Request {
  eventId: string
  key: string | null
  eventType: EventType
  operationType: OperationType
  containerNumber: string
  at: number
}

/** Decides and stores as the product does: replay by eventId first, then the one workflow. */
class Server {
  events: Stored[] = []
  operations = new Map<string, KnownOperation>()
  /** As active operations stood after each event: what a process that has not heard of the newest may still say. */
  past: KnownOperation[] = []

  truth = (key: string): Truth | null => {
    const operation = this.operations.get(key)
    return operation ? { operation, active: isActive(operation) } : null
  }

  active(): KnownOperation | null {
    return [...this.operations.values()].find(isActive) ?? null
  }

  process(request: Request, now: number): Answer {
    const stored = this.events.find(({ eventId }) => eventId === request.eventId)
    if (stored) {
      return {
        kind: 'recorded',
        at: stored.at,
        truth: request.eventType === 'start_trip' ? this.truth(stored.key) : null,
      }
    }
    return request.eventType === 'start_trip' ? this.start(request, now) : this.move(request, now)
  }

  private start(request: Request, now: number): Answer {
    const { operationType, containerNumber, at } = request
    const decision = decideStart({ operationType, now, occurredAt: at })
    if (!decision.ok) return { kind: 'impossible_time', sentence: '', offsetMs: null }
    const active = this.active()
    if (active) {
      return {
        kind: 'conflict',
        code: 'active_operation',
        sentence: '',
        truth: { operation: active, active: true },
      }
    }
    const key = `${containerNumber}_${this.operations.size}`
    this.put({ key, containerNumber, ...evolve(null, decision.event) })
    this.events.push({ eventId: request.eventId, key, eventType: 'start_trip', at })
    return { kind: 'recorded', at, truth: this.truth(key) }
  }

  private move(request: Request, now: number): Answer {
    const { key, eventType, at } = request
    const before = key === null ? undefined : this.operations.get(key)
    if (!before) return { kind: 'refused', code: 'unknown_operation', sentence: '' }
    const decision = decide(before, { eventType, now, occurredAt: at })
    if (!decision.ok) {
      if (decision.refusal.reason !== 'not_next')
        return { kind: 'impossible_time', sentence: decision.refusal.reason, offsetMs: null }
      return { kind: 'conflict', code: 'not_next', sentence: '', truth: this.truth(before.key) }
    }
    this.put({ ...before, ...evolve(before, decision.event) })
    this.events.push({ eventId: request.eventId, key: before.key, eventType, at: decision.event.occurredAt })
    return { kind: 'recorded', at: decision.event.occurredAt, truth: null }
  }

  private put(operation: KnownOperation): void {
    this.operations.set(operation.key, operation)
    if (isActive(operation)) this.past.push(operation)
  }

  /** By a process that is a few messages behind; 'none' is never said from memory. */
  lagging(by: number): KnownOperation | null {
    return this.past.at(-1 - by) ?? this.active()
  }
}

/** A tab is what a kill takes away: the answer it waits for. */
interface Tab {
  waitsFor: number | null
  poll: { revision: number; known: KnownOperation | null | undefined } | null
}

interface OnWire {
  id: number
  request: Request
  answer: Answer | null
}

class Phone {
  /** What IndexedDB holds: every change of it is one transaction. */
  box: Outbox = emptyOutbox(7)
  tabs: [Tab, Tab] = [
    { waitsFor: null, poll: null },
    { waitsFor: null, poll: null },
  ]
  measured = false
  /** To be added to this phone's clock for the true time. */
  readonly offset: number
  constructor(offset: number) {
    this.offset = offset
  }
}

interface Press {
  eventId: string
  phone: Phone
  entry: Entry
  trueAt: number
  from: EventType | null
}

const COMMANDS = [
  'press',
  'press',
  'send',
  'send',
  'reach',
  'reach',
  'answer',
  'answer',
  'timeout',
  'fail',
  'kill',
  'restart',
  'pollAsk',
  'pollReach',
  'pollReachBehind',
  'pollAnswer',
] as const

interface Command {
  what: (typeof COMMANDS)[number]
  phone: number
  tab: 0 | 1
  choice: number
  passes: number
}

/** An offset is known to within this, as from a header in whole seconds. */
const ERROR_MS = 600

class World {
  now = T0
  server = new Server()
  wire: OnWire[] = []
  presses: Press[] = []
  counter = 0
  readonly phones: Phone[]

  constructor(offsets: readonly number[]) {
    this.phones = offsets.map((offset) => new Phone(offset))
  }

  measure(phone: Phone): number {
    phone.measured = true
    return phone.offset + ((this.counter * 397) % (2 * ERROR_MS)) - ERROR_MS
  }

  run(command: Command): void {
    this.now += command.passes
    this.counter++
    const phone = this.phones[command.phone] as Phone
    const tab = phone.tabs[command.tab]
    switch (command.what) {
      case 'press':
        this.press(phone, command.choice)
        break
      case 'send':
        this.send(phone, tab)
        break
      case 'reach': {
        const open = this.wire.filter(({ answer }) => answer === null)
        const one = open[command.choice % Math.max(1, open.length)]
        if (one) one.answer = this.server.process(one.request, this.now)
        break
      }
      case 'answer':
        this.hear(phone, tab)
        break
      case 'timeout':
        this.settle(phone, tab, { kind: 'later' })
        break
      case 'fail': {
        // 5xx before anything was done: the request is gone.
        this.wire = this.wire.filter(({ id, answer }) => id !== tab.waitsFor || answer !== null)
        this.settle(phone, tab, { kind: 'later' })
        break
      }
      case 'kill':
        phone.measured = false
        for (const each of phone.tabs) {
          each.waitsFor = null
          each.poll = null
        }
        break
      case 'restart':
        // What it had not answered yet, written or not, nobody will ever hear of.
        this.wire = []
        break
      case 'pollAsk':
        tab.poll ??= { revision: phone.box.revision, known: undefined }
        break
      case 'pollReach':
        if (tab.poll && tab.poll.known === undefined) tab.poll.known = this.server.active()
        break
      case 'pollReachBehind':
        if (tab.poll && tab.poll.known === undefined) tab.poll.known = this.server.lagging(command.choice % 3)
        break
      case 'pollAnswer':
        if (tab.poll?.known === undefined) break
        this.measure(phone)
        phone.box = learn(phone.box, tab.poll.known, tab.poll.revision)
        tab.poll = null
        break
    }
  }

  press(phone: Phone, choice: number): void {
    const eventId = `event-${this.presses.length}`
    const moment = {
      eventId,
      pressedAt: this.now - phone.offset,
      clockOffsetMs: phone.measured ? this.measure(phone) : null,
      fix: null,
    }
    const current = standing(phone.box, phone.offset)
    const from = current?.state.eventType ?? null
    const next =
      current === null ? [] : workflowRow(current.state.operationType, current.state.eventType).next
    const pressed =
      current === null
        ? pressStart(phone.box, moment, {
            containerNumber: NUMBERS[choice % NUMBERS.length] as string,
            operationType: choice % 2 ? 'load' : 'unload',
          })
        : pressEvent(phone.box, moment, {
            operationId: current.id,
            eventType: next[choice % next.length] as EventType,
          })
    if (!pressed.ok) throw new Error('what the screen offers was refused')
    phone.box = pressed.box
    this.presses.push({ eventId, phone, entry: pressed.entry, trueAt: this.now, from })
  }

  request(phone: Phone, entry: Entry): Request {
    const offset = phone.measured ? phone.offset + ERROR_MS / 2 : this.measure(phone)
    const time = sentTime(phone.box, entry, offset, this.now - phone.offset)
    const { eventId, operationKey: key, eventType, operationType, containerNumber } = entry
    return {
      eventId,
      key,
      eventType,
      operationType,
      containerNumber,
      at: time.occurredAt + time.clockOffsetMs,
    }
  }

  send(phone: Phone, tab: Tab): void {
    const entry = nextToSend(phone.box)
    if (entry === null || tab.waitsFor !== null) return
    tab.waitsFor = this.counter
    this.wire.push({ id: this.counter, request: this.request(phone, entry), answer: null })
  }

  hear(phone: Phone, tab: Tab): void {
    const heard = this.wire.find(({ id, answer }) => id === tab.waitsFor && answer !== null)
    if (heard?.answer) this.settle(phone, tab, heard.answer, heard.request.eventId)
  }

  settle(phone: Phone, tab: Tab, answer: Answer, eventId?: string): void {
    if (tab.waitsFor === null) return
    const about = eventId ?? this.wire.find(({ id }) => id === tab.waitsFor)?.request.eventId
    if (answer.kind === 'impossible_time' || answer.kind === 'recorded') this.measure(phone)
    if (about !== undefined) phone.box = onAnswer(phone.box, about, answer)
    tab.waitsFor = null
  }

  /** The network is whole again, and stays so. Answers how many requests it took. */
  drain(phone: Phone): number {
    let requests = 0
    for (let entry = nextToSend(phone.box); entry !== null; entry = nextToSend(phone.box)) {
      if (++requests > 3 * this.presses.length + 3) throw new Error('the outbox never empties')
      const answer = this.server.process(this.request(phone, entry), this.now)
      const fresh = answer.kind === 'impossible_time' ? { ...answer, offsetMs: this.measure(phone) } : answer
      phone.box = onAnswer(phone.box, entry.eventId, fresh)
    }
    phone.box = learn(phone.box, this.server.active(), phone.box.revision)
    return requests
  }
}

const command = (phones: number): fc.Arbitrary<Command> =>
  fc.record({
    what: fc.constantFrom(...COMMANDS),
    phone: fc.nat(phones - 1),
    tab: fc.constantFrom(0 as const, 1 as const),
    choice: fc.nat(11),
    // From the same instant to half an hour.
    passes: fc.oneof(fc.constantFrom(0, 1, 40, 700), fc.nat(1_800_000)),
  })

const RUNS = { numRuns: Number(process.env.ACARREO_PROPERTY_RUNS ?? 400) }

const offset = fc.constantFrom(0, 37 * 60_000, -37 * 60_000, 900)

describe('one phone, any fate of requests, answers, tabs and server', () => {
  it('the record is the presses, in order, once, with their times; nothing is called sent too early', () => {
    fc.assert(
      fc.property(fc.array(command(1), { maxLength: 160, size: 'max' }), offset, (commands, phoneOffset) => {
        const world = new World([phoneOffset])
        const phone = world.phones[0] as Phone
        for (const each of commands) {
          world.run(each)
          const ids = world.presses.map(({ eventId }) => eventId)
          // What the server has is a beginning of what was pressed.
          expect(world.server.events.map(({ eventId }) => eventId)).toEqual(
            ids.slice(0, world.server.events.length),
          )
          // Whatever no longer counts as to be sent is with the server.
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
        expectTimes(world)
      }),
      RUNS,
    )
  })
})

/** No answer, however late, takes the screen back behind the newest press. */
function expectLastPressShown(world: World, phone: Phone): void {
  const last = world.presses.at(-1)
  const current = standing(phone.box, phone.offset)
  if (!last || last.entry.eventType === 'end_trip') expect(current).toBeNull()
  else {
    expect(current?.state.eventType).toBe(last.entry.eventType)
    expect(current?.id).toBe(last.entry.localOperationId)
  }
}

function expectTimes(world: World): void {
  for (const [index, { at, key }] of world.server.events.entries()) {
    const press = world.presses[index] as Press
    expect(Math.abs(at - press.trueAt)).toBeLessThanOrEqual(2 * ERROR_MS)
    const before = world.server.events[index - 1]
    if (before?.key === key) expect(at).toBeGreaterThanOrEqual(before.at)
  }
}

describe('two phones of one driver', () => {
  it('every press is in the record once or refused where it can be read, and both screens end at the truth', () => {
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
            expect(shown?.state.eventType).toBe(active?.eventType)
          }
          const ids = world.server.events.map(({ eventId }) => eventId)
          expect(new Set(ids).size).toBe(ids.length)
          for (const { eventId, phone } of world.presses) {
            const told = phone.box.entries.some(
              (entry) => entry.eventId === eventId && entry.status === 'refused',
            )
            expect(ids.includes(eventId) || told).toBe(true)
          }
          // Never two operations at once, never an event that does not follow.
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

  it('what one phone pressed stays in its order', () => {
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
