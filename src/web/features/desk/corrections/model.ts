import type { CorrectionRequest } from '#contract/http/desk/corrections'
import { isContainerNumber } from '#domain/container/number'
import { type CorrectionKind, type CountingEvent, REASON, timeBounds } from '#domain/operation/correct'
import { cameLate } from '#domain/operation/retraction'
import { isStop, type StopType } from '#domain/operation/steps'
import { writtenTimes } from '#domain/time/written'
import { instantOfLocal, localMinute } from '#domain/time/zone'
import type { Correction, OperationEvent } from '../../../api/operation.ts'
import { deviceZone } from '../../../lib/time/day-start.ts'
import { correctionsText as text } from '../../../text/desk.ts'
import { WRITTEN_IN } from '../../../text/page.ts'

const MINUTE_MS = 60_000

/** One operation as it was recorded and corrected. */
export interface OperationRecord {
  operationKey: string
  containerNumber: string
  isCancelled: boolean
  /** Newest first, retracted ones too. */
  events: readonly OperationEvent[]
  /** Newest first. */
  corrections: readonly Correction[]
}

/** What the dialog corrects: the event at `position`, or the operation. */
export type Subject = { kind: 'event'; position: number } | { kind: 'number' } | { kind: 'cancellation' }

/** The fields of the form; those that its kind does not show are not read. */
export interface Form {
  /** `yyyy-MM-ddTHH:mm` in the product's zone. */
  time: string
  stop: StopType | null
  number: string
  reason: string
}

export type Wrong = Partial<Record<keyof Form, string>>

type Without<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never
/** A correction whose id is still to be made. */
export type Wanted = Without<CorrectionRequest, 'correctionId'>

/** The events that count, oldest first, as the rules take them. */
export const countingEvents = (events: readonly OperationEvent[]): CountingEvent[] =>
  events
    .flatMap(({ position, retracted, eventType, operationType, timestamp }) =>
      position == null || retracted
        ? []
        : [{ position, type: eventType, operationType, occurredAt: Date.parse(timestamp) }],
    )
    .sort((a, b) => a.position - b.position)

/** How `subject` may be corrected; empty: not at all, because its event does not count any more. */
export function choicesFor(subject: Subject, events: readonly CountingEvent[]): CorrectionKind[] {
  if (subject.kind === 'number') return ['container_number']
  if (subject.kind === 'cancellation') return ['cancellation']
  const index = events.findIndex(({ position }) => position === subject.position)
  const event = events[index]
  if (!event) return []
  const choices: CorrectionKind[] = ['time']
  if (isStop(event.type)) choices.push('stop_kind')
  if (index === events.length - 1 && index > 0) choices.push('retraction')
  return choices
}

/** What the form holds at first: everything as it counts today. */
export const formOf = (event: CountingEvent | null, containerNumber: string, zone: string): Form => ({
  time: event ? localMinute(event.occurredAt, zone) : '',
  stop: event && isStop(event.type) ? event.type : null,
  number: containerNumber,
  reason: '',
})

/** The correction that the form asks for, or what is wrong with it. `event`: the one at the subject's position. */
export function readForm(
  form: Form,
  kind: CorrectionKind,
  {
    events,
    event,
    containerNumber,
    zone,
    now,
  }: {
    events: readonly CountingEvent[]
    event: CountingEvent | null
    containerNumber: string
    zone: string
    now: number
  },
): { wanted: Wanted } | { wrong: Wrong } {
  const reason = form.reason.trim()
  const wrong: Wrong =
    reason.length < REASON.min || reason.length > REASON.max ? { reason: text.reasonWrong } : {}
  const finish = (wanted: Wanted) => (Object.keys(wrong).length > 0 ? { wrong } : { wanted })
  if (kind === 'cancellation') return finish({ kind, reason })
  if (kind === 'container_number') {
    if (!isContainerNumber(form.number)) wrong.number = text.numberWrong
    else if (form.number === containerNumber) wrong.number = text.unchanged
    return finish({ kind, containerNumber: form.number, reason })
  }
  // The form does not show these kinds without an event.
  if (!event) return { wrong }
  const { position } = event
  if (kind === 'retraction') return finish({ kind, position, reason })
  if (kind === 'stop_kind') {
    const stop = form.stop
    if (stop === null || stop === event.type) return { wrong: { ...wrong, stop: text.unchanged } }
    return finish({ kind, position, eventType: stop, reason })
  }
  const bounds = timeBounds(events, event, now)
  const minute = instantOfLocal(form.time, zone)
  if (minute === null) return { wrong: { ...wrong, time: text.timeMissing } }
  // The field holds whole minutes: the minute of a bound means the bound.
  const occurredAt =
    minute < bounds.earliest && minute + MINUTE_MS > bounds.earliest ? bounds.earliest : minute
  if (occurredAt < bounds.earliest || occurredAt > bounds.latest) {
    wrong.time = boundsText(bounds, zone)
  } else if (form.time === localMinute(event.occurredAt, zone)) wrong.time = text.unchanged
  return finish({ kind, position, timestamp: new Date(occurredAt).toISOString(), reason })
}

/** 'Entre 22/11/26 09:40 y 22/11/26 10:20', in the product's zone. Epoch milliseconds; not finite: no bound. */
export function boundsText({ earliest, latest }: { earliest: number; latest: number }, zone: string): string {
  const until = zoneTime(latest, zone)
  return Number.isFinite(earliest) ? text.between(zoneTime(earliest, zone), until) : text.until(until)
}

/** That a driver's retraction waited on a phone without a network; null: it did not. */
export function offlineNote(
  { recordedAt: pressRecordedAt }: Pick<OperationEvent, 'recordedAt'>,
  retraction: Pick<Correction, 'recordedAt' | 'reportedAt'> | null,
  zone: string,
): string | null {
  if (retraction?.reportedAt == null) return null
  const [now, claimedAt] = [Date.parse(retraction.recordedAt), Date.parse(retraction.reportedAt)]
  const waited = cameLate({ now, claimedAt, pressRecordedAt: Date.parse(pressRecordedAt) })
  return waited ? text.undoneOffline(zoneTime(now, zone), zoneTime(claimedAt, zone)) : null
}

/** Which zone the times are of, where this device is set to another. */
export const zoneNote = (zone: string): string[] => (zone === deviceZone() ? [] : [text.zone(zone)])

/** Date and time of an instant (ISO 8601 or epoch milliseconds) in the product's zone. */
export const zoneTime = (instant: string | number, zone: string): string =>
  writtenTimes(WRITTEN_IN, zone).brief(typeof instant === 'string' ? Date.parse(instant) : instant)
