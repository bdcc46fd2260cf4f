import { workflowRow } from '#domain/operation/steps'
import { type Entry, emptyOutbox, type Outbox } from '#domain/outbox/entry'
import { pressEvent } from '#domain/outbox/press'
import { standing } from '#domain/outbox/standing'
import {
  createSender,
  type Heard,
  type Sender,
  type SenderState,
} from '#web/features/driver/operation/outbox/sender'
import { known } from './given.ts'

export const LATER: Heard = { kind: 'later', why: 'silent', retryAfterMs: null, sentence: null }

/** One phone's disk, shared by its tabs, and what its tabs send. */
export class Phone {
  box: Outbox = { ...emptyOutbox(7), known: known('en_route'), asked: true }
  pressed: string[] = []
  sent: string[] = []
  states: SenderState[] = []
  locked = false
  online = true
  offset: number | null = 0
  /** Result of the next measurement of the clock. */
  measure: number | null = 250
  positioned: (entry: Entry) => Promise<void> = () => Promise.resolve()
  /** Delay of a read of the disk. */
  reading: () => Promise<void> = () => Promise.resolve()
  tabs = 0
  /** Runs before each write. */
  leaving: () => void = () => undefined
  /** How the server answers each request. */
  serve: (entry: Entry) => Promise<Heard> = async (entry) => ({
    kind: 'recorded',
    at: entry.pressedAt,
    truth: null,
  })

  press(choice = 0): void {
    const current = standing(this.box, 0)
    if (current === null) return
    const next = workflowRow('load', current.state.newestEventType).next.filter((type) => type !== 'end_trip')
    const eventType = next[choice % next.length]
    if (eventType === undefined) return
    const eventId = `event-${this.pressed.length}`
    const moment = { eventId, pressedAt: Date.now(), clockOffsetMs: this.offset, fix: null }
    const pressed = pressEvent(this.box, moment, { localOperationId: current.id, eventType })
    if (!pressed.ok) throw new Error('refused')
    this.box = pressed.box
    this.pressed.push(eventId)
  }

  tab(): Sender & { kill(): void } {
    let dead = false
    /** A killed tab gets no answer. */
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
        this.leaving()
        this.box = work(this.box)
        return this.box
      },
      send: (entry) => {
        this.sent.push(entry.eventId)
        return this.serve(entry)
      },
      online: () => this.online,
      clockOffset: () => this.offset,
      measureClock: async () => {
        this.offset = this.measure
      },
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
