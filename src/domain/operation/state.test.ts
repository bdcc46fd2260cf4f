import { describe, expect, it } from 'vitest'
import { history, minute } from '../../../test/support/given.ts'
import { replay } from './replay.ts'
import { evolve, isActive } from './state.ts'

describe('replaying a history', () => {
  it('of no events leaves no operation', () => {
    expect(replay([])).toBeNull()
  })

  it('of a start leaves an operation that has begun', () => {
    expect(replay(history('unload', 'start_trip'))).toEqual({
      operationType: 'unload',
      newestEventType: 'start_trip',
      newestStepType: 'start_trip',
      newestStepAt: minute(0),
      startedAt: minute(0),
      newestEventAt: minute(0),
      version: 1,
      isCancelled: false,
    })
  })

  it('keeps the newest step apart from stops and resumes', () => {
    expect(
      replay(history('load', 'start_trip', 'en_route', 'stop_fuel', 'resume_route', 'stop_rest')),
    ).toEqual({
      operationType: 'load',
      newestEventType: 'stop_rest',
      newestStepType: 'en_route',
      newestStepAt: minute(1),
      startedAt: minute(0),
      newestEventAt: minute(4),
      version: 5,
      isCancelled: false,
    })
  })

  it('in one go is the same as event by event', () => {
    const events = history('load', 'start_trip', 'en_route', 'stop_rest', 'resume_route', 'arrived_at_park')
    const before = replay(events.slice(0, -1))
    const last = events.at(-1)
    if (last === undefined) throw new Error('a history has events')
    expect(evolve(before, last)).toEqual(replay(events))
  })

  it('does not mutate the state before', () => {
    const before = Object.freeze(replay(history('load', 'start_trip')))
    const [, next] = history('load', 'start_trip', 'en_route')
    if (next === undefined) throw new Error('a history has events')
    expect(evolve(before, next)).toMatchObject({ newestEventType: 'en_route', version: 2 })
    expect(before).toMatchObject({ newestEventType: 'start_trip', version: 1 })
  })
})

describe('an operation', () => {
  const whole = history(
    'load',
    'start_trip',
    'en_route',
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
    'load_complete',
    'exit_park',
    'end_trip',
  )

  it('is active from its start to the event that ends it', () => {
    const active = whole.map((_, index) => {
      const state = replay(whole.slice(0, index + 1))
      return state !== null && isActive(state)
    })
    expect(active).toEqual([true, true, true, true, true, true, true, false])
  })
})
