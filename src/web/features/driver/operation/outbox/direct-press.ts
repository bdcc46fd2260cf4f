import { onAnswer } from '#domain/outbox/delivery'
import { type Entry, type Outbox, waiting } from '#domain/outbox/entry'
import type { Moment, Pressed } from '#domain/outbox/press'
import { nextToSend, sentTime } from '#domain/outbox/sending'
import { measureClock } from '../../../../api/driver/driver-operations.ts'
import { clockOffset } from '../../../../lib/time/server-clock.ts'
import { exactFix, wantsBetter } from '../position/warm-fix.ts'
import { sendEntry } from './delivery.ts'
import type { Heard } from './sender.ts'

/** Makes the press from what the outbox holds at that instant. */
export type Make = (box: Outbox, moment: Moment) => Pressed

/** Changes the outbox as far as it can be kept, and answers how it stands then. */
export type Keep = (work: (box: Outbox) => Outbox) => Promise<Outbox>

export type PressOutcome =
  /** Stored on the phone, to be sent. */
  | { kind: 'saved'; eventId: string }
  /** Answered by the server already: this phone can keep nothing. */
  | { kind: 'sent' | 'refused'; eventId: string }
  /** The workflow does not allow it from where the operation stands; the screen shows that. */
  | { kind: 'not_possible' }
  /** Neither kept nor sent. `sentence`: the server's; '': it gave none; null: no answer. */
  | { kind: 'failed'; sentence: string | null }

/** How often a press that cannot be kept is sent before the driver is told that it failed. */
const TRIES = 3
const PAUSE_MS = 1000

/** The disk refused this one press. It may be sent directly only if nothing waits before it. */
export async function pressUnkept(
  make: Make,
  moment: Moment,
  shown: Outbox | null,
  show: (box: Outbox) => void,
): Promise<PressOutcome> {
  if (shown === null || waiting(shown).length > 0) return { kind: 'failed', sentence: null }
  let box = shown
  return pressDirectly(make, moment, async (work) => {
    box = work(box)
    show(box)
    return box
  })
}

/** Sends at once what cannot be kept; if that fails it has not happened. */
export async function pressDirectly(make: Make, moment: Moment, keep: Keep): Promise<PressOutcome> {
  const fix = wantsBetter(moment.fix) ? ((await exactFix(moment.pressedAt)) ?? moment.fix) : moment.fix
  let pressed: Pressed | null = null
  const box = await keep((now) => {
    pressed = make(now, { ...moment, fix })
    return pressed.ok ? pressed.box : now
  })
  const entry = nextToSend(box)
  if (!(pressed as Pressed | null)?.ok || entry?.eventId !== moment.eventId) return { kind: 'not_possible' }
  const heard = await sendDirectly(entry)
  if (heard.kind === 'later' || heard.kind === 'signed_out') {
    await keep((now) => ({
      ...now,
      entries: now.entries.filter(({ eventId }) => eventId !== entry.eventId),
      // It may have been recorded: answers to earlier questions are stale.
      revision: now.revision + 1,
    }))
    return { kind: 'failed', sentence: heard.kind === 'signed_out' ? null : heard.sentence }
  }
  const after = await keep((now) => onAnswer(now, entry.eventId, heard))
  const stored = after.entries.find(({ eventId }) => eventId === entry.eventId)
  return { kind: stored?.status === 'refused' ? 'refused' : 'sent', eventId: entry.eventId }
}

async function sendDirectly(entry: Entry): Promise<Heard> {
  if (clockOffset() === null) await measureClock()
  for (let tries = 1; ; tries++) {
    const heard = await sendEntry(entry, sentTime(entry, clockOffset() ?? 0))
    if (heard.kind !== 'later' || heard.why !== 'silent' || tries === TRIES) return heard
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
