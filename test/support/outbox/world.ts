import { type EventType, workflowRow } from '#domain/operation/steps'
import { type Answer, onAnswer } from '#domain/outbox/delivery'
import { type Entry, emptyOutbox, type KnownOperation, type Outbox } from '#domain/outbox/entry'
import { learn } from '#domain/outbox/poll'
import { pressEvent, pressStart } from '#domain/outbox/press'
import { leaving, nextToSend, sentTime } from '#domain/outbox/sending'
import { standing } from '#domain/outbox/standing'
import { takeBack, undoable } from '#domain/outbox/undo'
import { type Sent, Server } from './server.ts'

const T0 = Date.UTC(2026, 0, 5, 12)
const NUMBERS = ['MSKU1234565', 'CSQU3054383', 'TCNU7200794']

/** A tab; a kill loses the answer that it waits for. */
interface Tab {
  waitsFor: number | null
  poll: { revision: number; known: KnownOperation | null | undefined } | null
}

interface OnWire {
  id: number
  request: Request
  answer: Answer | null
}

type Request = { entry: Entry; sent: Sent }

/** One of the driver's phones, with two tabs open. */
export class Phone {
  /** What IndexedDB holds: every change of it is one transaction. */
  box: Outbox = emptyOutbox(7)
  tabs: [Tab, Tab] = [
    { waitsFor: null, poll: null },
    { waitsFor: null, poll: null },
  ]
  measured = false
  /** Milliseconds to add to this phone's clock for the true time. */
  offset: number
  constructor(offset: number) {
    this.offset = offset
  }
}

/** A press, its phone and its true time; `from`: what the screen showed before. */
export interface Press {
  eventId: string
  phone: Phone
  entry: Entry
  trueAt: number
  from: EventType | null
}

/** The possible actions; listed twice, one happens more often. */
export const COMMANDS = [
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

/** The same, while somebody sets the clocks. */
export const CLOCK_COMMANDS = [...COMMANDS, 'setServerClock', 'setPhoneClock'] as const

/** The same, with a driver who takes presses back. */
export const UNDO_COMMANDS = [...COMMANDS, 'undo', 'undo'] as const

/** The same, with a supervisor who corrects. */
export const SUPERVISED_COMMANDS = [...COMMANDS, 'retract', 'retract', 'cancel'] as const

export interface Command {
  what: (typeof CLOCK_COMMANDS | typeof SUPERVISED_COMMANDS | typeof UNDO_COMMANDS)[number]
  phone: number
  tab: 0 | 1
  choice: number
  passes: number
}

/** Error of a measured offset, as from a header in whole seconds. */
export const ERROR_MS = 600

/**
 * The whole world of one driver: phones (what is written down, and tabs that can be killed), a wire that loses, delays
 * and keeps requests of dead tabs, and a server with the product's rules.
 */
export class World {
  now = T0
  /** Milliseconds that the server's clock is ahead of the true time. */
  serverAhead = 0
  server = new Server()
  wire: OnWire[] = []
  presses: Press[] = []
  /** Ids of the presses that were taken back. */
  undone = new Set<string>()
  counter = 0
  readonly phones: Phone[]

  constructor(offsets: readonly number[]) {
    this.phones = offsets.map((offset) => new Phone(offset))
  }

  measure(phone: Phone): number {
    phone.measured = true
    return phone.offset + this.serverAhead + ((this.counter * 397) % (2 * ERROR_MS)) - ERROR_MS
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
        if (one) one.answer = this.processed(one.request)
        break
      }
      case 'answer':
        this.hear(phone, tab)
        break
      case 'timeout':
        this.settle(phone, tab, { kind: 'later' })
        break
      case 'fail': {
        // 5xx before anything was written: the request is lost.
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
        // Pending answers are lost, for written presses too.
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
      case 'undo':
        this.undo(phone)
        break
      case 'retract':
        this.server.retract()
        break
      case 'cancel':
        this.server.cancel()
        break
      case 'setServerClock':
        this.serverAhead = (command.choice - 5) * 1_700_000
        break
      case 'setPhoneClock':
        phone.offset = (command.choice - 5) * 1_300_000
        phone.measured = false
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
    const from = current?.state.newestEventType ?? null
    const next =
      current === null ? [] : workflowRow(current.state.operationType, current.state.newestEventType).next
    const pressed =
      current === null
        ? pressStart(phone.box, moment, {
            containerNumber: NUMBERS[choice % NUMBERS.length] as string,
            operationType: choice % 2 ? 'load' : 'unload',
          })
        : pressEvent(phone.box, moment, {
            localOperationId: current.id,
            eventType: next[choice % next.length] as EventType,
          })
    if (!pressed.ok) throw new Error('what the screen offers was refused')
    phone.box = pressed.box
    this.presses.push({ eventId, phone, entry: pressed.entry, trueAt: this.now, from })
  }

  undo(phone: Phone): void {
    const pressedAt = this.now - phone.offset
    const entry = undoable(phone.box, pressedAt)
    if (entry === null) return
    const undo = { correctionId: `undo-${entry.eventId}`, pressedAt, clockOffsetMs: null }
    phone.box = takeBack(phone.box, entry.eventId, undo)
    this.undone.add(entry.eventId)
  }

  processed({ entry, sent }: Request): Answer {
    const { status, undo, operationKey, position } = entry
    return status === 'delivered' && undo
      ? this.server.undo(operationKey ?? '', position ?? 0, undo.correctionId)
      : this.server.process(sent, this.now + this.serverAhead)
  }

  request(phone: Phone, entry: Entry): Request {
    const offset = phone.measured ? phone.offset + this.serverAhead + ERROR_MS / 2 : this.measure(phone)
    const { eventId, operationKey: key, eventType, operationType, containerNumber } = entry
    const time = sentTime(entry, offset)
    return { entry, sent: { eventId, key, eventType, operationType, containerNumber, ...time } }
  }

  send(phone: Phone, tab: Tab): void {
    const entry = nextToSend(phone.box)
    if (entry === null || tab.waitsFor !== null) return
    tab.waitsFor = this.counter
    phone.box = leaving(phone.box, entry.eventId)
    this.wire.push({ id: this.counter, request: this.request(phone, entry), answer: null })
  }

  hear(phone: Phone, tab: Tab): void {
    const heard = this.wire.find(({ id, answer }) => id === tab.waitsFor && answer !== null)
    if (heard?.answer) this.settle(phone, tab, heard.answer, heard.request.entry.eventId)
  }

  settle(phone: Phone, tab: Tab, answer: Answer, eventId?: string): void {
    if (tab.waitsFor === null) return
    const about = eventId ?? this.wire.find(({ id }) => id === tab.waitsFor)?.request.entry.eventId
    if (answer.kind === 'recorded') this.measure(phone)
    if (about !== undefined) phone.box = onAnswer(phone.box, about, answer)
    tab.waitsFor = null
  }

  /** Restores the network for good. Returns how many requests it took. */
  drain(phone: Phone): number {
    let requests = 0
    for (let entry = nextToSend(phone.box); entry !== null; entry = nextToSend(phone.box)) {
      if (++requests > 3 * this.presses.length + 3) throw new Error('the outbox never empties')
      phone.box = leaving(phone.box, entry.eventId)
      const answer = this.processed(this.request(phone, entry))
      phone.box = onAnswer(phone.box, entry.eventId, answer)
    }
    phone.box = learn(phone.box, this.server.active(), phone.box.revision)
    return requests
  }
}
