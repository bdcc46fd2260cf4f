import { describe, expect, it } from 'vitest'
import { codes, head, known, onTheRoad, press, T0 } from '../../../test/support/outbox/given.ts'
import { onAnswer, type Truth } from './delivery.ts'
import { type Outbox, waiting } from './entry.ts'
import { leaving } from './sending.ts'
import { standing } from './standing.ts'
import { takeBack, undoable } from './undo.ts'

const undo = { correctionId: 'c', pressedAt: T0 + 10, clockOffsetMs: 0 }
const shown = (box: Outbox) => standing(box, 0)?.state.newestEventType
const recorded = { kind: 'recorded' as const, at: T0 + 1, version: 3, truth: null }
const arrived = () => press(onTheRoad(), 'arrived_at_park', T0 + 1)

/** The press was delivered, and taken back afterwards. */
function retracting(): Outbox {
  const box = arrived()
  const delivered = onAnswer(leaving(box, head(box).eventId), head(box).eventId, recorded)
  return takeBack(delivered, delivered.entries[0]?.eventId ?? '', undo)
}

describe('the newest press', () => {
  it('can be taken back for 60 s, by the phone’s clock', () => {
    const box = arrived()
    const { eventId } = head(box)
    expect(undoable(box, T0 + 60_000)?.eventId).toBe(eventId)
    expect(undoable(box, T0 + 60_001)).toBeNull()
    // The phone's clock was set back.
    expect(undoable(box, T0)).toBeNull()
    expect(takeBack(box, eventId, { ...undo, pressedAt: T0 + 60_001 })).toBe(box)
  })

  it('is removed when it has never left the phone, and the one before it can then be taken back', () => {
    const box = press(arrived(), 'access_granted', T0 + 2)
    const [first, second] = box.entries
    expect(takeBack(box, first?.eventId ?? '', undo)).toBe(box)
    const left = takeBack(box, second?.eventId ?? '', undo)
    expect(left.entries).toEqual([first])
    expect(undoable(left, T0 + 10)).toEqual(first)
  })

  it('is retracted when its answer may be lost: the press goes out again, then the retraction', () => {
    const box = arrived()
    const { eventId } = head(box)
    const undone = takeBack(leaving(box, eventId), eventId, undo)
    expect(shown(undone)).toBe('en_route')
    expect(head(undone)).toMatchObject({ eventId, status: 'waiting', undo })
    expect(undoable(undone, T0 + 11)).toBeNull()
    const delivered = onAnswer(undone, eventId, recorded)
    expect(head(delivered)).toMatchObject({ eventId, status: 'delivered', position: 3, undo })
    expect(shown(delivered)).toBe('en_route')
    // The answer to another tab that had sent it too.
    expect(onAnswer(delivered, eventId, recorded)).toBe(delivered)
    const truth: Truth = { operation: known('en_route', { version: 4 }), active: true }
    const done = onAnswer(delivered, eventId, { kind: 'retracted', truth })
    expect(done).toMatchObject({ entries: [], known: { newestEventType: 'en_route', version: 4 } })
  })

  it('needs no retraction when the server refuses it', () => {
    const box = arrived()
    const { eventId } = head(box)
    const undone = takeBack(leaving(box, eventId), eventId, undo)
    const truth: Truth = { operation: known('stop_rest', { version: 3 }), active: true }
    const told = onAnswer(undone, eventId, { kind: 'conflict', code: 'not_next', sentence: null, truth })
    expect(told.entries).toEqual([])
    expect(shown(told)).toBe('stop_rest')
  })

  it('can be a start: it goes out, then its retraction, and the operation is cancelled', () => {
    const box = press({ ...onTheRoad(), known: null }, 'start_trip', T0 + 1)
    const { eventId, containerNumber } = head(box)
    const sent = leaving(box, eventId)
    expect(undoable(sent, T0 + 2)?.eventId).toBe(eventId)
    const undone = takeBack(sent, eventId, undo)
    expect(shown(undone)).toBeUndefined()
    const operation = known('start_trip', { version: 1, containerNumber })
    const answer = { kind: 'recorded' as const, at: T0 + 1, version: 1, truth: { operation, active: true } }
    const delivered = onAnswer(undone, eventId, answer)
    expect(head(delivered)).toMatchObject({
      status: 'delivered',
      position: 1,
      operationKey: operation.key,
      undo,
    })
    // The server still has it, and the driver does not see it any more.
    expect(shown(delivered)).toBeUndefined()
    const truth = { operation: { ...operation, version: 2, isCancelled: true }, active: false }
    const done = onAnswer(delivered, eventId, { kind: 'retracted', truth })
    expect(done).toMatchObject({ entries: [], known: null, endedKey: operation.key })
  })

  it('can be a start that was delivered, until another phone has moved the trip on', () => {
    const box = press({ ...onTheRoad(), known: null }, 'start_trip', T0 + 1)
    const { eventId, containerNumber } = head(box)
    const operation = known('start_trip', { version: 1, containerNumber })
    const answer = { kind: 'recorded' as const, at: T0 + 1, version: 1, truth: { operation, active: true } }
    const delivered = onAnswer(leaving(box, eventId), eventId, answer)
    expect(undoable(delivered, T0 + 2)?.eventId).toBe(eventId)
    const moved = known('en_route', { version: 2, containerNumber })
    expect(undoable({ ...delivered, known: moved }, T0 + 2)).toBeNull()
    const undone = takeBack(delivered, eventId, undo)
    expect(shown(undone)).toBeUndefined()
    expect(shown({ ...undone, known: moved })).toBe('en_route')
  })
})

describe('a retraction that the server refuses', () => {
  it('leaves the step, tells so, and judges what was pressed since', () => {
    const box = press(press(retracting(), 'stop_rest', T0 + 20), 'resume_route', T0 + 30)
    expect(shown(box)).toBe('resume_route')
    const { eventId } = head(box)
    const truth: Truth = { operation: known('arrived_at_park', { version: 3 }), active: true }
    const told = onAnswer(box, eventId, { kind: 'undo_refused', sentence: 'Tarde.', truth })
    expect(codes(told)).toEqual([
      'arrived_at_park undo_refused',
      'stop_rest depends_on',
      'resume_route depends_on',
    ])
    expect(shown(told)).toBe('arrived_at_park')
    expect(waiting(told)).toEqual([])
  })
})

it('shows a trip whose end is being taken back', () => {
  const box = press({ ...onTheRoad(), known: known('exit_park') }, 'end_trip', T0 + 1)
  const { eventId } = head(box)
  const ended = onAnswer(leaving(box, eventId), eventId, recorded)
  expect(shown(ended)).toBeUndefined()
  const undone = takeBack(ended, eventId, undo)
  expect(shown(undone)).toBe('exit_park')
  const truth: Truth = { operation: known('exit_park', { version: 4 }), active: true }
  const reopened = onAnswer(undone, eventId, { kind: 'retracted', truth })
  expect(reopened).toMatchObject({ entries: [], endedKey: null })
  expect(shown(reopened)).toBe('exit_park')
})
