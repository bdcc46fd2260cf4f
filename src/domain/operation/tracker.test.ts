import { describe, expect, it } from 'vitest'
import type { EventType, StepType } from './steps.ts'
import { progressPercent, trackerSteps } from './tracker.ts'

const tracked = (newestStepType: StepType, isActive = true) =>
  ({
    operationType: 'unload',
    isActive,
    newestStepType,
    newestEventAt: '2026-11-20T18:00:00.000Z',
  }) as const

const events = (...types: EventType[]) =>
  types.map((eventType, i) => ({ eventType, timestamp: `2026-11-20T1${i}:00:00.000Z` }))

const states = (steps: ReturnType<typeof trackerSteps>) => steps.map(({ state }) => state[0]).join('')

describe('the tracker', () => {
  it('has nine places, of the load and unload pair the one that applies', () => {
    const steps = trackerSteps(tracked('start_trip'), events('start_trip'))
    expect(steps.map(({ step }) => step)).toEqual([
      'start_trip',
      'en_route',
      'arrived_at_park',
      'access_granted',
      'vehicle_parked',
      'unload_complete',
      'exit_park',
      'end_trip',
      'completed',
    ])
  })

  it('marks what has happened, when, and what comes next', () => {
    const steps = trackerSteps(tracked('en_route'), events('start_trip', 'en_route'))
    expect(states(steps)).toBe('ddnpppppp')
    expect(steps[1]?.reachedAt).toBe('2026-11-20T11:00:00.000Z')
    expect(steps[2]).toMatchObject({ step: 'arrived_at_park', state: 'next', reachedAt: null })
  })

  it('knows what has happened where no times are told', () => {
    const untimed = events('start_trip', 'en_route').map((event) => ({ ...event, timestamp: null }))
    expect(states(trackerSteps(tracked('en_route'), untimed))).toBe('ddnpppppp')
  })

  it('counts a stop neither as a step nor as progress', () => {
    const steps = trackerSteps(
      tracked('en_route'),
      events('start_trip', 'en_route', 'stop_fuel', 'resume_route', 'stop_rest'),
    )
    expect(states(steps)).toBe('ddnpppppp')
    expect(progressPercent(steps)).toBe(22)
  })

  it('tells each stop behind the step after which it was made', () => {
    const steps = trackerSteps(
      tracked('en_route'),
      events('start_trip', 'en_route', 'stop_fuel', 'resume_route', 'stop_rest').toReversed(),
    )
    expect(steps[0]?.stops).toEqual([])
    expect(steps[1]?.stops).toEqual([
      { stop: 'stop_fuel', at: '2026-11-20T12:00:00.000Z' },
      { stop: 'stop_rest', at: '2026-11-20T14:00:00.000Z' },
    ])
  })

  it('has everything done and nothing next at the end', () => {
    const steps = trackerSteps(
      tracked('end_trip', false),
      events(
        'start_trip',
        'en_route',
        'arrived_at_park',
        'access_granted',
        'vehicle_parked',
        'unload_complete',
        'exit_park',
        'end_trip',
      ),
    )
    expect(states(steps)).toBe('ddddddddd')
    expect(progressPercent(steps)).toBe(100)
    expect(steps.at(-1)?.reachedAt).toBe('2026-11-20T18:00:00.000Z')
  })

  it('shows at least five percent', () => {
    expect(progressPercent(trackerSteps(tracked('start_trip'), []))).toBe(5)
  })
})
