import { describe, expect, it } from 'vitest'
import { onAnswer } from '#domain/outbox/delivery'
import { emptyOutbox, type Outbox } from '#domain/outbox/entry'
import { pressEvent, pressStart } from '#domain/outbox/press'
import { type LocalOperation, standing } from '#domain/outbox/standing'
import type { OperationEvent } from '../../../../api/operation.ts'
import { logRows } from './log-rows.ts'

const T0 = Date.UTC(2026, 0, 5, 12)
const KEY = 'MSKU1234565_abcdefghijklmnop'
const moment = (eventId: string, pressedAt: number) => ({ eventId, pressedAt, clockOffsetMs: 0, fix: null })

function trip(): Outbox {
  const started = pressStart({ ...emptyOutbox(7), asked: true }, moment('start', T0), {
    containerNumber: 'MSKU1234565',
    operationType: 'load',
  })
  if (!started.ok) throw new Error('refused')
  const moved = pressEvent(started.box, moment('road', T0 + 61_500), {
    localOperationId: 'start',
    eventType: 'en_route',
  })
  if (!moved.ok) throw new Error('refused')
  return moved.box
}

const started = {
  id: 1,
  eventId: 'start',
  operationKey: KEY,
  eventType: 'start_trip',
  timestamp: new Date(T0).toISOString(),
  duration: null,
} as OperationEvent

const rowsOf = (box: Outbox, events: readonly OperationEvent[] = []) =>
  logRows(standing(box, 0) as LocalOperation, box.entries, events, 'jperez', 0).map(
    ({ eventType, duration, delivery }) => [eventType, duration, delivery],
  )

describe('the log', () => {
  it('shows presses that no server has heard of, newest first, with the time between them', () => {
    expect(rowsOf(trip())).toEqual([
      ['en_route', null, 'phone'],
      ['start_trip', 61, 'phone'],
    ])
  })

  it('shows what is delivered as such, and once, whether or not the server has been read again', () => {
    const operation = {
      key: KEY,
      containerNumber: 'MSKU1234565',
      operationType: 'load' as const,
      newestEventType: 'start_trip' as const,
      newestStepType: 'start_trip' as const,
      newestStepAt: T0,
      startedAt: T0,
      newestEventAt: T0,
      version: 1,
      isCancelled: false,
    }
    const box = onAnswer(trip(), 'start', { kind: 'recorded', at: T0, truth: { operation, active: true } })
    const expected = [
      ['en_route', null, 'phone'],
      ['start_trip', 61, 'server'],
    ]
    expect(rowsOf(box)).toEqual(expected)
    expect(rowsOf(box, [started])).toEqual(expected)
  })

  it('leaves out what was taken back, and what is being taken back, so that its first row is the state', () => {
    const box = trip()
    const operation = { ...(standing(box, 0) as LocalOperation), key: KEY }
    const road = { ...started, id: 2, eventId: 'road', eventType: 'en_route' } as const
    const undo = { correctionId: 'undo', pressedAt: T0 + 62_000, clockOffsetMs: 0 }
    const delivered = box.entries.map((entry) => ({ ...entry, status: 'delivered' as const }))
    const undoing = delivered.map((entry) => (entry.eventId === 'road' ? { ...entry, undo } : entry))
    const retracted = { ...road, retracted: true }
    const logs = [
      logRows(operation, [], [retracted, started], 'jperez', 0),
      // Pressed here, taken back by the supervisor.
      logRows(operation, delivered, [retracted, started], 'jperez', 0),
      logRows(operation, undoing, [road, started], 'jperez', 0),
      logRows(operation, undoing, [started], 'jperez', 0),
    ]
    for (const rows of logs)
      expect(rows.map(({ eventType, duration }) => [eventType, duration])).toEqual([['start_trip', null]])
  })

  it('shows nothing of another trip', () => {
    const box = trip()
    const other = { ...(standing(box, 0) as LocalOperation), id: 'other', key: null }
    expect(logRows(other, box.entries, [started], 'jperez', 0)).toEqual([])
  })
})
