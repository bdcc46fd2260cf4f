import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START } from '../../../test/support/given.ts'
import { decide, decideStart, FUTURE_TOLERANCE_MS, intervalSeconds, type RecordCommand } from './decide.ts'
import { replay } from './replay.ts'
import { evolve, isActive, type OperationEvent, type OperationState } from './state.ts'
import { EVENT_TYPES, isStep, isStop, OPERATION_TYPES, type OperationType, workflowRow } from './steps.ts'

/** Reports: mostly the next event, sometimes any event, at times that mostly increase. */
const report = fc.record({
  // Half of the reports pick an allowed event; otherwise few histories would reach the park.
  sensible: fc.boolean(),
  pick: fc.nat(1000),
  elapsed: fc.integer({ min: -180_000, max: 7_200_000 }),
  phone: fc.option(fc.integer({ min: -3_600_000, max: FUTURE_TOLERANCE_MS + 5000 }), { nil: undefined }),
})
type Report = typeof report extends fc.Arbitrary<infer T> ? T : never

interface Trip {
  events: OperationEvent[]
  /** The state after evolving event by event. */
  state: OperationState
  /** The server's clock when each event was recorded. */
  clocks: number[]
}

function drive(operationType: OperationType, reports: readonly Report[]): Trip {
  const start = decideStart({ operationType, now: START })
  const trip: Trip = { events: [start.event], state: evolve(null, start.event), clocks: [START] }
  let now = START
  for (const each of reports) {
    now += each.elapsed
    const command = commandOf(trip.state, each, now)
    const decision = decide(trip.state, command)
    if (!decision.ok) continue
    trip.events.push(decision.event)
    trip.clocks.push(now)
    trip.state = evolve(trip.state, decision.event)
  }
  return trip
}

function commandOf(state: OperationState, { sensible, pick, phone }: Report, now: number): RecordCommand {
  const allowed = workflowRow(state.operationType, state.newestEventType).next
  const choice = sensible && allowed.length > 0 ? allowed : EVENT_TYPES
  const eventType = choice[pick % choice.length] ?? 'start_trip'
  return { eventType, now, ...(phone === undefined ? {} : { occurredAt: now + phone }) }
}

const trip = fc
  .tuple(fc.constantFrom(...OPERATION_TYPES), fc.array(report, { maxLength: 60, size: 'max' }))
  .map(([type, reports]) => drive(type, reports))

const holds = (check: (trip: Trip) => void): void => {
  // In braces: a property that returns a value counts as failed.
  const property = fc.property(trip, (each) => {
    check(each)
  })
  fc.assert(property, { numRuns: 300 })
}

/** The workflow as a regular expression: matches any prefix of a whole trip. */
const beginningOfATrip = (type: OperationType): RegExp => {
  const inThePark = [
    'arrived_at_park',
    'access_granted',
    'vehicle_parked',
    `${type}_complete`,
    'exit_park',
    'end_trip',
  ]
  const tail = inThePark.reduceRight((rest, step) => `(?: ${step}${rest})?`, '')
  return new RegExp(`^start_trip(?: en_route(?: stop_\\w+ resume_route)*(?: stop_\\w+|${tail}))?$`)
}

describe('for any reports in any order, the stored history', () => {
  it('is the beginning of a trip', () => {
    holds(({ events, state }) => {
      expect(events.map(({ type }) => type).join(' ')).toMatch(beginningOfATrip(state.operationType))
    })
  })

  it('replays to the state that was carried on', () => {
    holds(({ events, state }) => expect(replay(events)).toEqual(state))
  })

  it('has as many events as its version says', () => {
    holds(({ events, state }) => expect(state.version).toBe(events.length))
  })

  it('never goes back in time', () => {
    holds(({ events }) => {
      const times = events.map(({ occurredAt }) => occurredAt)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    })
  })

  it('is never further ahead of the clock than the tolerance', () => {
    holds(({ events, clocks }) => {
      let latestClock = Number.NEGATIVE_INFINITY
      for (const [index, { occurredAt }] of events.entries()) {
        latestClock = Math.max(latestClock, clocks[index] ?? Number.NaN)
        expect(occurredAt).toBeLessThanOrEqual(latestClock + FUTURE_TOLERANCE_MS)
      }
    })
  })

  it('has nothing after the end, and ends exactly when it is no longer active', () => {
    holds(({ events, state }) => {
      const end = events.findIndex(({ type }) => type === 'end_trip')
      expect(isActive(state)).toBe(end === -1)
      if (end !== -1) expect(end).toBe(events.length - 1)
    })
  })

  it('never has two stops open', () => {
    holds(({ events }) => {
      let open = 0
      for (const { type } of events) {
        if (isStop(type)) open++
        else if (type === 'resume_route') open--
        else expect(open).toBe(0)
        expect(open === 0 || open === 1).toBe(true)
      }
    })
  })

  it('knows its newest step and when it happened', () => {
    holds(({ events, state }) => {
      const step = events.findLast(({ type }) => isStep(type))
      expect({ newestStepType: state.newestStepType, newestStepAt: state.newestStepAt }).toEqual({
        newestStepType: step?.type,
        newestStepAt: step?.occurredAt,
      })
    })
  })

  it('has intervals that add up to the trip, short of less than a second each', () => {
    holds(({ events, state }) => {
      let sum = 0
      for (const [index, { occurredAt }] of events.entries()) {
        sum += intervalSeconds(events[index - 1]?.occurredAt ?? occurredAt, occurredAt)
      }
      const whole = intervalSeconds(state.startedAt, state.newestEventAt)
      expect(sum).toBeLessThanOrEqual(whole)
      expect(whole - sum).toBeLessThan(events.length)
    })
  })

  it('can always be brought to its end', () => {
    holds(({ state, clocks }) => {
      let at = state
      const now = Math.max(...clocks)
      for (let events = 0; isActive(at); events++) {
        expect(events).toBeLessThan(9)
        const [eventType] = workflowRow(at.operationType, at.newestEventType).next
        if (eventType === undefined) throw new Error('an active operation has a next event')
        const decision = decide(at, { eventType, now })
        if (!decision.ok) throw new Error(`refused: ${decision.refusal.reason}`)
        at = evolve(at, decision.event)
      }
      expect(at.newestEventType).toBe('end_trip')
    })
  })
})

describe('these histories', () => {
  it('reach every event of the workflow: what holds for them holds for more than the start', () => {
    const seen = new Set<string>()
    for (const { events } of fc.sample(trip, { numRuns: 300, seed: 1 })) {
      for (const { type } of events) seen.add(type)
    }
    expect([...seen].sort()).toEqual([...EVENT_TYPES].sort())
  })
})
