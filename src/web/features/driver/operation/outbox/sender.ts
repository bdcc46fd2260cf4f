import { backoffMs } from '#domain/outbox/backoff'
import { type Answer, onAnswer } from '#domain/outbox/delivery'
import type { Entry, Outbox } from '#domain/outbox/entry'
import { leaving, nextToSend, type SentTime, sentTime } from '#domain/outbox/sending'

/** The result of sending one entry. */
export type Heard =
  | Exclude<Answer, { kind: 'later' }>
  /** Retry later. `silent`: no answer; `busy`: the server cannot now, perhaps with a sentence. */
  | { kind: 'later'; why: 'silent' | 'busy'; retryAfterMs: number | null; sentence: string | null }
  /** The session is missing or another user's: nothing is decided about the entry. */
  | { kind: 'signed_out' }

export type SenderState =
  /** Nothing to send. */
  | 'idle'
  | 'sending'
  /** No answer came; retries with backoff. */
  | 'silent'
  /** The server answered that it cannot now; retries with backoff. */
  | 'busy'
  | 'signed_out'

export interface SenderDeps {
  read(): Promise<Outbox>
  change(work: (box: Outbox) => Outbox): Promise<Outbox>
  /** Sends one entry, or its retraction once it was delivered. Settles within seconds, and never rejects. */
  send(entry: Entry, time: SentTime): Promise<Heard>
  /** False: the phone has no network, so no try is made and a press can still be removed. */
  online(): boolean
  /** Milliseconds to add to the phone's clock; null: not measured. */
  clockOffset(): number | null
  /** Makes any request, for the time in the answer. Never rejects. */
  measureClock(): Promise<void>
  /** In [0, 1). */
  random(): number
  /** Runs `work` under a lock between tabs; null: another tab holds it. */
  exclusively<T>(work: () => Promise<T>): Promise<T | null>
  /** Settles when `entry` need not wait for its position any longer. */
  positioned(entry: Entry): Promise<void>
  onState(state: SenderState): void
}

const TAKEN_MS = 1000
/** After so many tries the lock is ignored, so that a frozen tab cannot hold it for ever. Sending is idempotent. */
const TAKEN_TIMES = 30
const LONGEST_MS = 5 * 60_000

type Round =
  | 'more'
  | 'empty'
  | 'taken'
  | 'signed_out'
  | { later: 'silent' | 'busy'; retryAfterMs: number | null }

export type Sender = ReturnType<typeof createSender>

/** Delivers the outbox in order, one press at a time, and retries until its result is known. Sending is idempotent. */
export function createSender(deps: SenderDeps) {
  let running = false
  let again = false
  let stopped = false
  let failures = 0
  let taken = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function later(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(wake, ms)
  }

  async function round(): Promise<Round> {
    if (nextToSend(await deps.read()) === null) return 'empty'
    const heard = await deps.exclusively(deliver)
    if (heard !== null) {
      taken = 0
      return heard
    }
    if (++taken > TAKEN_TIMES) return deliver()
    return 'taken'
  }

  async function deliver(): Promise<Round> {
    // Read again under the lock.
    const first = nextToSend(await deps.read())
    if (first === null) return 'more'
    deps.onState('sending')
    await deps.positioned(first)
    if (deps.clockOffset() === null) await deps.measureClock()
    const offset = deps.clockOffset()
    // Without a measured clock, this press would be sent with a time that may be hours wrong.
    if (offset === null && first.clockOffsetMs === null) return { later: 'silent', retryAfterMs: null }
    const entry = nextToSend(await deps.read())
    if (entry === null || stopped) return 'more'
    if (!deps.online()) return { later: 'silent', retryAfterMs: null }
    // The driver may be taking it back: either it is gone by now, or it stays and is retracted after it was recorded.
    const left = nextToSend(await deps.change((now) => leaving(now, entry.eventId)))
    if (left?.eventId !== entry.eventId) return 'more'
    const heard = await deps.send(left, sentTime(entry, offset ?? 0))
    if (heard.kind === 'signed_out') return 'signed_out'
    await deps.change((now) => onAnswer(now, entry.eventId, heard))
    return heard.kind === 'later' ? { later: heard.why, retryAfterMs: heard.retryAfterMs } : 'more'
  }

  async function run(): Promise<void> {
    running = true
    clearTimeout(timer)
    try {
      for (;;) {
        again = false
        const result = await round().catch((error: unknown): Round => {
          // The disk failed. Nothing is lost: the next round reads everything again.
          console.error('La entrega de pasos se interrumpió', error)
          return { later: 'busy', retryAfterMs: null }
        })
        if (stopped) return
        if (result === 'more') failures = 0
        else if (result === 'empty') {
          deps.onState('idle')
          if (!again) return
        } else if (result === 'taken') {
          // Another tab is sending: this one shows it, and looks again.
          deps.onState('sending')
          later(TAKEN_MS)
          return
        } else if (result === 'signed_out') {
          deps.onState('signed_out')
          later(LONGEST_MS)
          return
        } else {
          failures++
          deps.onState(result.later)
          later(Math.min(LONGEST_MS, Math.max(result.retryAfterMs ?? 0, backoffMs(failures, deps.random()))))
          return
        }
      }
    } finally {
      running = false
    }
  }

  function wake(): void {
    if (stopped) return
    again = true
    if (!running) void run()
  }

  return {
    /** Tries now instead of waiting for the next retry. */
    wake,
    /** Starts nothing more. The answer to a request under way may still be stored. */
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Whether a press made now is about to be sent; otherwise the screen says that it is stored. */
export const goesOut = (sender: SenderState, online: boolean): boolean =>
  online && (sender === 'idle' || sender === 'sending')
