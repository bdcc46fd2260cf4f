import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Server } from '../../../test/support/outbox/server.ts'
import { RETRACTION_MS, RETURN_MS } from '../operation/retraction.ts'
import { type EventType, workflowRow } from '../operation/steps.ts'
import { onAnswer } from './delivery.ts'
import { type Entry, emptyOutbox, refused, waiting } from './entry.ts'
import { learn } from './poll.ts'
import { pressEvent, pressStart } from './press.ts'
import { leaving, nextToSend, sentTime } from './sending.ts'
import { standing } from './standing.ts'
import { takeBack, undoable } from './undo.ts'

// A phone that asks the server every few seconds while it has a network, as the page does, and delivers what waits.

const POLL_MS = 3_000
const T0 = Date.UTC(2026, 0, 5, 12)
const NUMBERS = ['MSKU1234565', 'CSQU3054383', 'TCNU7200794'] as const

interface Command {
  what: 'press' | 'undo' | 'cut' | 'cutWhileSending' | 'join'
  passes: number
  choice: number
}

const commands = fc.array(
  fc.record<Command>({
    what: fc.constantFrom('press', 'press', 'undo', 'undo', 'cut', 'cutWhileSending', 'join'),
    // Within the minute, about its end, and up to twenty minutes.
    passes: fc.oneof(fc.nat(20_000), fc.integer({ min: 59_000, max: 62_000 }), fc.nat(1_200_000)),
    choice: fc.nat(11),
  }),
  { maxLength: 70, size: 'max' },
)

class Drive {
  now = T0
  box = emptyOutbox(7)
  server = new Server()
  online = true
  pressed: string[] = []
  undone = new Set<string>()
  /** All requests that reached the server. */
  heard: number[] = []

  run({ what, passes, choice }: Command): void {
    this.pass(passes)
    switch (what) {
      case 'press':
        this.press(choice)
        break
      case 'undo':
        this.undo()
        break
      case 'cut':
        this.online = false
        break
      case 'cutWhileSending':
        // The server has the request, the phone no answer.
        if (this.online) this.request()
        this.online = false
        break
      case 'join':
        if (this.online) break
        this.online = true
        this.poll()
        // What is asked first may take as long as a return may.
        this.now += choice % 2 ? RETURN_MS : 0
        break
    }
    if (this.online) this.deliver()
  }

  private pass(ms: number): void {
    const until = this.now + ms
    while (this.online && this.now + POLL_MS < until) {
      this.now += POLL_MS
      this.poll()
    }
    this.now = until
  }

  private press(choice: number): void {
    const eventId = `press-${this.pressed.length}`
    const moment = { eventId, pressedAt: this.now, clockOffsetMs: 0, fix: null }
    const current = standing(this.box, 0)
    const next = current && workflowRow(current.state.operationType, current.state.newestEventType).next
    const containerNumber = NUMBERS[choice % NUMBERS.length] ?? NUMBERS[0]
    const pressed = next
      ? pressEvent(this.box, moment, {
          localOperationId: current.id,
          eventType: next[choice % next.length] as EventType,
        })
      : pressStart(this.box, moment, { containerNumber, operationType: 'load' })
    if (!pressed.ok) throw new Error('what the screen offers was refused')
    this.box = pressed.box
    this.pressed.push(eventId)
  }

  private undo(): void {
    const entry = undoable(this.box, this.now)
    if (!entry) return
    const undo = { correctionId: `undo-${entry.eventId}`, pressedAt: this.now, clockOffsetMs: 0 }
    this.box = takeBack(this.box, entry.eventId, undo)
    this.undone.add(entry.eventId)
  }

  private hear(): void {
    this.heard.push(this.now)
    this.server.hear(this.now)
  }

  private poll(): void {
    this.hear()
    const { revision } = this.box
    this.box = learn(this.box, this.server.active(), revision)
  }

  private request() {
    const next = nextToSend(this.box)
    if (!next) return null
    this.box = leaving(this.box, next.eventId)
    this.hear()
    const answer = this.answerTo(next)
    return { next, answer }
  }

  private answerTo(entry: Entry) {
    const { status, undo, operationKey: key, position } = entry
    if (status === 'delivered' && undo)
      return this.server.undo(key ?? '', position ?? 0, undo.correctionId, {
        claimedAt: undo.pressedAt,
        now: this.now,
      })
    return this.server.process({ ...entry, key, ...sentTime(entry, 0) }, this.now)
  }

  deliver(): void {
    for (let sent = this.request(); sent; sent = this.request())
      this.box = onAnswer(this.box, sent.next.eventId, sent.answer)
  }
}

const RUNS = { numRuns: Number(process.env.ACARREO_PROPERTY_RUNS ?? 400) }

describe('a driver on a road with and without a network', () => {
  it('what was undone on the phone within the minute never counts, however late the server hears of it', () => {
    fc.assert(
      fc.property(commands, (schedule) => {
        const drive = new Drive()
        for (const each of schedule) drive.run(each)
        drive.run({ what: 'join', passes: 0, choice: 1 })
        expect(refused(drive.box)).toEqual([])
        expect(waiting(drive.box)).toEqual([])
        const counting = drive.server.events.filter(({ retracted }) => !retracted)
        expect(counting.map(({ eventId }) => eventId)).toEqual(
          drive.pressed.filter((eventId) => !drive.undone.has(eventId)),
        )
      }),
      RUNS,
    )
  })

  it('a claim takes back the newest press alone, and none that the phone could have taken back itself', () => {
    fc.assert(
      fc.property(commands, fc.nat(RETRACTION_MS), fc.nat(86_400_000), (schedule, after, silence) => {
        const drive = new Drive()
        for (const each of schedule) drive.run(each)
        drive.now += silence
        const { server, now } = drive
        const before = server.events.filter(({ retracted }) => retracted).length
        // Every press, from the newest back to the start, with a claim that is always within its minute.
        for (const { key, position, recordedAt } of server.events.toReversed())
          server.undo(key, position, `forged-${key}-${position}`, { claimedAt: recordedAt + after, now })
        const taken = server.events.filter((event) => event.retracted).length - before
        const inTime = server.events.filter(({ recordedAt }) => now - recordedAt <= RETRACTION_MS).length
        const newest = server.events.at(-1)
        const silentSince = drive.heard.every(
          (at) => !newest || at <= newest.recordedAt + RETRACTION_MS || now - at <= RETURN_MS,
        )
        if (inTime === 0) expect(taken).toBeLessThanOrEqual(silentSince ? 1 : 0)
        else expect(taken).toBeLessThanOrEqual(inTime)
      }),
      RUNS,
    )
  })
})
