import type { EventType } from '#domain/operation/steps'
import type { Truth } from '#domain/outbox/delivery'
import { type Entry, emptyOutbox, type KnownOperation, type Outbox, refused } from '#domain/outbox/entry'
import { learn } from '#domain/outbox/poll'
import { type Moment, pressEvent, pressStart } from '#domain/outbox/press'
import { nextToSend } from '#domain/outbox/sending'
import { standing } from '#domain/outbox/standing'

/** Time of the server's newest event, epoch milliseconds. */
export const T0 = Date.UTC(2026, 0, 5, 12)
export const MINUTE = 60_000
/** The trip that a start asks for. */
export const BOX = { containerNumber: 'MSKU1234565', operationType: 'load' as const }

/** The server's last known state: a minute after the start, unless `over` says otherwise. */
export const known = (eventType: EventType, over: Partial<KnownOperation> = {}): KnownOperation => ({
  key: 'MSKU1234565_abcdefghijklmnop',
  containerNumber: 'MSKU1234565',
  operationType: 'load',
  newestEventType: eventType,
  newestStepType: 'en_route',
  newestStepAt: T0,
  startedAt: T0 - MINUTE,
  newestEventAt: T0,
  version: 2,
  isCancelled: false,
  ...over,
})

/** A press on a phone whose clock is right and measured. */
export const moment = (eventId: string, pressedAt: number, over: Partial<Moment> = {}): Moment => ({
  eventId,
  pressedAt,
  clockOffsetMs: 0,
  fix: null,
  ...over,
})

/** An empty outbox of a driver on the road to the park. */
export const onTheRoad = (): Outbox => learn(emptyOutbox(7), known('en_route'), 0)

/** `box` after a press that must not be refused. */
export function press(
  box: Outbox,
  eventType: EventType,
  pressedAt: number,
  over: Partial<Moment> = {},
): Outbox {
  const at = moment(`${eventType}@${pressedAt}`, pressedAt, over)
  const localOperationId = standing(box, 0)?.id ?? ''
  const pressed =
    eventType === 'start_trip'
      ? pressStart(box, at, BOX)
      : pressEvent(box, at, { localOperationId, eventType })
  if (!pressed.ok) throw new Error(JSON.stringify(pressed.refusal))
  return pressed.box
}

/** The server's 409 with where the operation stands. */
export const conflict = (truth: Truth) => ({
  kind: 'conflict' as const,
  code: 'not_next' as const,
  sentence: 'No es el siguiente.',
  truth,
})

/** The refused presses with their codes. */
export const codes = (box: Outbox) => refused(box).map((entry) => `${entry.eventType} ${entry.refusal?.code}`)
/** The entry to send next. */
export const head = (box: Outbox): Entry => nextToSend(box) as Entry
