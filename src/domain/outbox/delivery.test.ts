import { describe, expect, it } from 'vitest'
import {
  codes,
  conflict,
  head,
  known,
  MINUTE,
  onTheRoad,
  press,
  T0,
} from '../../../test/support/outbox/given.ts'
import type { EventType } from '../operation/steps.ts'
import { onAnswer } from './delivery.ts'
import { emptyOutbox, waiting } from './entry.ts'
import { learn } from './poll.ts'
import { dismiss } from './press.ts'
import { sentTime } from './sending.ts'
import { standing } from './standing.ts'

describe('the time that is sent', () => {
  it("is the phone's own with the offset of the press", () => {
    const wrong = 37 * MINUTE
    const box = press(onTheRoad(), 'stop_fuel', T0 + MINUTE - wrong, { clockOffsetMs: wrong })
    expect(sentTime(head(box), 5)).toEqual({ occurredAt: T0 + MINUTE - wrong, clockOffsetMs: wrong })
  })

  it('takes the offset of the delivery when there was none', () => {
    const box = press(onTheRoad(), 'stop_fuel', T0 - 30 * MINUTE, { clockOffsetMs: null })
    expect(sentTime(head(box), 37 * MINUTE)).toEqual({
      occurredAt: T0 - 30 * MINUTE,
      clockOffsetMs: 37 * MINUTE,
    })
  })

  it('is what the phone said, before what it followed too: the server says when it moves it', () => {
    const early = press(onTheRoad(), 'stop_fuel', T0 - 400)
    expect(sentTime(head(early), 0)).toEqual({ occurredAt: T0 - 400, clockOffsetMs: 0 })
  })
})

describe('an answer', () => {
  it('that was lost leaves the entry waiting', () => {
    const box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const after = onAnswer(box, head(box).eventId, { kind: 'later' })
    expect(waiting(after)).toMatchObject([{ attempts: 1, status: 'waiting' }])
  })

  it('processed by two tabs counts once', () => {
    let box = press(learn(emptyOutbox(7), null, 0), 'start_trip', T0)
    const start = head(box)
    const answer = {
      kind: 'recorded' as const,
      at: T0,
      truth: { active: true, operation: known('start_trip', { newestStepType: 'start_trip', version: 1 }) },
    }
    box = press(onAnswer(box, start.eventId, answer), 'en_route', T0 + 1)
    expect(head(box).operationKey).toBe(known('en_route').key)
    box = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    const again = onAnswer(box, start.eventId, answer)
    expect(again).toBe(box)
    expect(standing(again, 0)).toMatchObject({ id: start.eventId, state: { newestEventType: 'en_route' } })
  })

  it('of a poll from before a delivery is stale', () => {
    const box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const asked = box.revision
    const sent = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    expect(learn(sent, known('en_route'), asked)).toBe(sent)
    expect(standing(sent, 0)?.state.newestEventType).toBe('arrived_at_park')
  })

  it('of a poll with an older version is stale', () => {
    const box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const sent = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    expect(learn(sent, known('en_route'), sent.revision)).toBe(sent)
    const newer = known('access_granted', { version: 4 })
    expect(standing(learn(sent, newer, sent.revision), 0)?.state.newestEventType).toBe('access_granted')
  })

  it('of a poll that misses the end does not reopen the trip', () => {
    const exit = known('exit_park', { newestStepType: 'exit_park', version: 9 })
    let box = press(learn(emptyOutbox(7), exit, 0), 'end_trip', T0 + 1)
    box = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    expect(standing(learn(box, exit, box.revision), 0)).toBeNull()
    const next = known('start_trip', { key: 'CSQU3054383_abcdefghijklmnop', version: 1 })
    expect(standing(learn(box, next, box.revision), 0)?.key).toBe(next.key)
  })

  it('that refuses is believed, also after an older backup was restored', () => {
    const exit = known('exit_park', { newestStepType: 'exit_park', version: 9 })
    let box = press(learn(emptyOutbox(7), exit, 0), 'end_trip', T0 + 1)
    box = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    box = press(box, 'start_trip', T0 + 2)
    const older = known('vehicle_parked', { containerNumber: 'CSQU3054383', version: 6 })
    const answer = { ...conflict({ active: true, operation: older }), code: 'active_operation' as const }
    box = onAnswer(box, head(box).eventId, answer)
    expect(standing(box, 0)?.state.newestEventType).toBe('vehicle_parked')
    const on = learn(box, { ...older, version: 7, newestEventType: 'load_complete' }, box.revision)
    expect(standing(on, 0)?.state.newestEventType).toBe('load_complete')
  })

  it('of a poll that includes the press does not show it twice', () => {
    const box = press(press(onTheRoad(), 'stop_rest', T0 + 1), 'resume_route', T0 + 2)
    const polled = learn(box, known('stop_rest', { version: 3, newestEventAt: T0 + 1 }), box.revision)
    expect(standing(polled, 0)?.state).toMatchObject({ newestEventType: 'resume_route', version: 4 })
    const sent = onAnswer(polled, head(polled).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    expect(standing(sent, 0)?.state).toMatchObject({ newestEventType: 'resume_route', version: 4 })
  })

  it('that ends the trip removes its delivered entries, except the newest, which can be undone', () => {
    let box = learn(emptyOutbox(7), known('exit_park', { newestStepType: 'exit_park' }), 0)
    box = press(press(box, 'end_trip', T0 + 1), 'start_trip', T0 + 2)
    const done = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    expect(done).toMatchObject({ entries: [{ eventType: 'start_trip' }], known: null })
    const ended = press({ ...box, entries: [] }, 'end_trip', T0 + 1)
    const last = onAnswer(ended, head(ended).eventId, { kind: 'recorded', at: T0 + 1, truth: null })
    expect(last).toMatchObject({ entries: [{ eventType: 'end_trip' }], known: null })
  })
})

describe('a refusal', () => {
  const threeSteps = () => {
    const steps: EventType[] = ['arrived_at_park', 'access_granted', 'vehicle_parked']
    return steps.reduce((box, step, index) => press(box, step, T0 + (index + 1) * MINUTE), onTheRoad())
  }

  it('because another phone pressed the same step: what follows goes on', () => {
    const box = threeSteps()
    const truth = {
      active: true,
      operation: known('arrived_at_park', { newestStepType: 'arrived_at_park', version: 3 }),
    }
    const after = onAnswer(box, head(box).eventId, conflict(truth))
    expect(codes(after)).toEqual(['arrived_at_park already_recorded'])
    expect(head(after).eventType).toBe('access_granted')
    expect(standing(after, 0)?.state.newestEventType).toBe('vehicle_parked')
  })

  it('because the truck stands elsewhere: what cannot follow is refused too, and the screen shows the truth', () => {
    const box = threeSteps()
    const after = onAnswer(box, head(box).eventId, conflict({ active: true, operation: known('stop_rest') }))
    expect(codes(after)).toEqual([
      'arrived_at_park not_next',
      'access_granted depends_on',
      'vehicle_parked depends_on',
    ])
    expect(waiting(after)).toEqual([])
    expect(standing(after, 0)?.state.newestEventType).toBe('stop_rest')
  })

  it('because the trip ended on another phone', () => {
    const box = press(onTheRoad(), 'stop_fuel', T0 + 1)
    const over = known('end_trip', { newestStepType: 'end_trip', version: 8 })
    const after = onAnswer(box, head(box).eventId, conflict({ active: false, operation: over }))
    expect(codes(after)).toEqual(['stop_fuel ended'])
    expect(standing(after, 0)).toBeNull()
    expect(dismiss(after, [head(box)]).entries).toEqual([])
  })

  it('of a start takes everything of that trip with it, and nothing of another', () => {
    let box = press(press(learn(emptyOutbox(7), null, 0), 'start_trip', T0), 'en_route', T0 + 1)
    const busy = {
      kind: 'conflict' as const,
      code: 'container_busy' as const,
      sentence: 'Ocupado.',
      truth: null,
    }
    box = onAnswer(box, head(box).eventId, busy)
    expect(codes(box)).toEqual(['start_trip container_busy', 'en_route depends_on'])
    box = press(box, 'start_trip', T0 + 2)
    expect(waiting(box)).toHaveLength(1)
  })

  it('of a start because the same trip was begun on another phone: what follows goes on there', () => {
    let box = press(press(learn(emptyOutbox(7), null, 0), 'start_trip', T0), 'en_route', T0 + 1)
    const truth = {
      active: true,
      operation: known('start_trip', { newestStepType: 'start_trip', version: 1 }),
    }
    box = onAnswer(box, head(box).eventId, { ...conflict(truth), code: 'active_operation' })
    expect(codes(box)).toEqual(['start_trip already_recorded'])
    expect(head(box)).toMatchObject({ eventType: 'en_route', operationKey: truth.operation.key })
    expect(standing(dismiss(box, [{ eventId: `start_trip@${T0}` }]), 0)?.state.newestEventType).toBe(
      'en_route',
    )
  })

  it('of a start because another trip is under way takes everything with it', () => {
    let box = press(press(learn(emptyOutbox(7), null, 0), 'start_trip', T0), 'en_route', T0 + 1)
    const other = known('en_route', { key: 'CSQU3054383_abcdefghijklmnop', containerNumber: 'CSQU3054383' })
    const answer = { ...conflict({ active: true, operation: other }), code: 'active_operation' as const }
    box = onAnswer(box, head(box).eventId, answer)
    expect(codes(box)).toEqual(['start_trip active_operation', 'en_route depends_on'])
    expect(standing(box, 0)?.containerNumber).toBe('CSQU3054383')
  })

  it('because the operation is unknown takes what follows with it', () => {
    const box = threeSteps()
    const answer = { kind: 'refused' as const, code: 'unknown_operation' as const, sentence: 'No.' }
    expect(codes(onAnswer(box, head(box).eventId, answer))).toEqual([
      'arrived_at_park unknown_operation',
      'access_granted depends_on',
      'vehicle_parked depends_on',
    ])
  })
})

describe('a correction by the supervisor', () => {
  it('sets the screen back, and a press that no longer follows is refused with that state', () => {
    const arrived = known('arrived_at_park', { newestStepType: 'arrived_at_park', version: 3 })
    let box = press(learn(emptyOutbox(7), arrived, 0), 'access_granted', T0 + MINUTE)
    const back = known('en_route', { version: 4 })
    box = learn(box, back, box.revision)
    expect(standing(box, 0)).toMatchObject({ newestEntry: null, state: { newestEventType: 'en_route' } })
    box = onAnswer(box, head(box).eventId, conflict({ active: true, operation: back }))
    expect(codes(box)).toEqual(['access_granted not_next'])
    expect(standing(box, 0)?.state.newestEventType).toBe('en_route')
  })

  it('that takes back the end opens the trip again; a stale answer does not', () => {
    const exit = known('exit_park', { newestStepType: 'exit_park', version: 7 })
    let box = press(learn(emptyOutbox(7), exit, 0), 'end_trip', T0 + 1)
    // Another correction that this phone has not heard of came before the end.
    box = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, version: 9, truth: null })
    expect(standing(learn(box, { ...exit, version: 8 }, box.revision), 0)).toBeNull()
    const open = learn(box, { ...exit, version: 10 }, box.revision)
    expect(standing(open, 0)?.state.newestEventType).toBe('exit_park')
  })

  it('of a press whose answer was lost is told, and the state of the server stays', () => {
    let box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const back = known('en_route', { version: 4 })
    box = learn(box, back, box.revision)
    const late = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, version: 3, truth: null })
    expect(standing(late, 0)?.state).toMatchObject({ newestEventType: 'en_route', version: 4 })
    const answer = { kind: 'conflict' as const, code: 'retracted' as const, sentence: null, truth: null }
    const told = onAnswer(box, head(box).eventId, answer)
    expect(codes(told)).toEqual(['arrived_at_park retracted'])
    expect(standing(told, 0)?.state).toMatchObject({ newestEventType: 'en_route', version: 4 })
  })

  it('of which the phone has not heard raises the version of what is recorded after it', () => {
    const box = press(onTheRoad(), 'arrived_at_park', T0 + 1)
    const sent = onAnswer(box, head(box).eventId, { kind: 'recorded', at: T0 + 1, version: 4, truth: null })
    expect(standing(sent, 0)?.state.version).toBe(4)
    expect(learn(sent, known('en_route', { version: 3 }), sent.revision)).toBe(sent)
  })

  it('that cancels the operation refuses every press that waits in it', () => {
    const box = press(press(onTheRoad(), 'stop_fuel', T0 + 1), 'resume_route', T0 + 2)
    const truth = { active: false, operation: known('en_route', { version: 3, isCancelled: true }) }
    const after = onAnswer(box, head(box).eventId, conflict(truth))
    expect(codes(after)).toEqual(['stop_fuel cancelled', 'resume_route cancelled'])
    expect(standing(after, 0)).toBeNull()
  })
})
