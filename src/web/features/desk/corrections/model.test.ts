import { describe, expect, it } from 'vitest'
import type { CountingEvent } from '#domain/operation/correct'
import type { EventType } from '#domain/operation/steps'
import type { OperationEvent } from '../../../api/operation.ts'
import { boundsText, choicesFor, countingEvents, formOf, offlineNote, readForm } from './model.ts'

const ZONE = 'America/Mexico_City'
const NUMBER = 'CSQU3054383'
const at = (clock: string): number => Date.parse(`2026-11-22T${clock}Z`)
const event = (position: number, type: EventType, clock: string): CountingEvent => ({
  position,
  type,
  operationType: 'load',
  occurredAt: at(clock),
})
/** In Mexico City six hours earlier. */
const EVENTS = [
  event(1, 'start_trip', '16:00:30.500'),
  event(2, 'en_route', '16:10:00'),
  event(4, 'stop_fuel', '16:20:20'),
]
const NOW = at('16:30:00')

const read = (position: number, kind: Parameters<typeof readForm>[1], changes: object = {}) => {
  const own = EVENTS.find((each) => each.position === position) ?? null
  const form = { ...formOf(own, NUMBER, ZONE), reason: ' lo dice la caseta ', ...changes }
  return readForm(form, kind, { events: EVENTS, event: own, containerNumber: NUMBER, zone: ZONE, now: NOW })
}

describe('what may be corrected', () => {
  it('is the time of each event, the kind of a stop, and the newest event', () => {
    const choices = (position: number) => choicesFor({ kind: 'event', position }, EVENTS)
    expect(choices(1)).toEqual(['time'])
    expect(choices(2)).toEqual(['time'])
    expect(choices(4)).toEqual(['time', 'stop_kind', 'retraction'])
    expect(choices(3)).toEqual([])
    // The start is not taken back, even alone.
    expect(choicesFor({ kind: 'event', position: 1 }, EVENTS.slice(0, 1))).toEqual(['time'])
  })

  it('does not rest on retracted events', () => {
    const row = {
      position: 2,
      eventType: 'en_route',
      operationType: 'load',
      timestamp: '2026-11-22T16:10:00Z',
    }
    const rows = [{ ...row, position: 3, retracted: true }, row, { ...row, position: 1 }] as OperationEvent[]
    expect(countingEvents(rows).map(({ position }) => position)).toEqual([1, 2])
  })
})

describe('a time', () => {
  it('is read in the zone of the product', () => {
    expect(read(2, 'time', { time: '2026-11-22T10:05' })).toEqual({
      wanted: {
        kind: 'time',
        position: 2,
        timestamp: '2026-11-22T16:05:00.000Z',
        reason: 'lo dice la caseta',
      },
    })
  })

  it('lies between its neighbours; the minute of the earlier one means its time', () => {
    expect(read(2, 'time', { time: '2026-11-22T10:00' })).toMatchObject({
      wanted: { timestamp: '2026-11-22T16:00:30.500Z' },
    })
    expect(read(2, 'time', { time: '2026-11-22T10:20' })).toHaveProperty('wanted')
    for (const time of ['2026-11-22T09:59', '2026-11-22T10:21']) {
      expect(read(2, 'time', { time }), time).toEqual({
        wrong: { time: 'Entre 22/11/26 10:00 y 22/11/26 10:20' },
      })
    }
    expect(read(4, 'time', { time: '2026-11-22T10:31' })).toHaveProperty('wrong.time')
    expect(read(2, 'time', { time: '' })).toHaveProperty('wrong.time')
    expect(read(2, 'time')).toHaveProperty('wrong.time')
  })

  it('of the start has no earliest', () => {
    expect(boundsText({ earliest: Number.NEGATIVE_INFINITY, latest: NOW }, ZONE)).toBe('Hasta 22/11/26 10:30')
  })
})

it('what is already so, and a reason that is none, are not sent', () => {
  expect(read(4, 'stop_kind')).toHaveProperty('wrong.stop')
  expect(read(4, 'stop_kind', { stop: 'stop_rest' })).toMatchObject({ wanted: { eventType: 'stop_rest' } })
  expect(read(0, 'container_number')).toHaveProperty('wrong.number')
  expect(read(0, 'container_number', { number: 'CSQU305' })).toHaveProperty('wrong.number')
  expect(read(0, 'container_number', { number: 'TCNU7200794' })).toHaveProperty('wanted')
  expect(read(0, 'cancellation', { reason: ' no ' })).toHaveProperty('wrong.reason')
  expect(read(4, 'retraction', { reason: 'x'.repeat(301) })).toHaveProperty('wrong.reason')
  expect(read(2, 'time', { time: '', reason: '' })).toMatchObject({
    wrong: { time: expect.any(String), reason: expect.any(String) },
  })
})

describe('a driver’s retraction', () => {
  const note = (recordedAt: string, reportedAt: string | null) =>
    offlineNote({ recordedAt: '2026-11-22T16:00:00Z' }, { recordedAt, reportedAt }, 'America/Mexico_City')

  it('that waited for a network says when it was received, and what the phone says', () => {
    expect(note('2026-11-22T16:20:00Z', '2026-11-22T16:00:40Z')).toBe(
      'deshecho sin señal, recibido a las 22/11/26 10:20; el teléfono dice 22/11/26 10:00',
    )
    // Accepted on the phone's word, though it came soon after.
    expect(note('2026-11-22T16:01:01Z', '2026-11-22T16:00:59Z')).not.toBeNull()
  })

  it('says nothing within the minute, nor where nobody knows', () => {
    expect(note('2026-11-22T16:01:00Z', '2026-11-22T16:00:59Z')).toBeNull()
    expect(note('2026-11-22T16:20:00Z', null)).toBeNull()
  })
})
