import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KpisResponse, KpiVisitsResponse } from '#contract/http/desk/kpis'
import type { EventResponse } from '#contract/http/operations'
import { LONGEST_GAP_MS, PARK_TIMINGS } from '#domain/kpi/park-timings'
import { EVENT_TYPES, type EventType, type OperationType, stepsOf } from '#domain/operation/steps'
import { type Actor, register } from '../../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'
import { insertTrips, nextContainerNumber, type Trip, type TripEvent } from '../../support/history.ts'

// The clock stands at 12:00 of 2026-03-10 in Mexico City, which is UTC-6 all year.
let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STOPS: readonly EventType[] = ['stop_bathroom', 'stop_fuel', 'stop_rest']
const AFTER_START = EVENT_TYPES.filter((type) => type !== 'start_trip')

const gap = fc.oneof(
  { weight: 7, arbitrary: fc.integer({ min: 1, max: 5400 }).map((seconds) => seconds * 1000 + 137) },
  { weight: 2, arbitrary: fc.constantFrom(0, 400, 240 * MINUTE, 240 * MINUTE + 1, 300 * MINUTE) },
)
const plan = fc.record({
  operationType: fc.constantFrom<OperationType>('load', 'unload'),
  // From the last days of February to this very noon: both months have something, and so has today.
  startHours: fc.oneof(fc.integer({ min: -14 * 24, max: -1 }), fc.integer({ min: -30, max: -1 })),
  stops: fc.array(fc.constantFrom(...STOPS), { maxLength: 3 }),
  cutAfter: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(20)),
  gaps: fc.array(gap, { minLength: 20, maxLength: 20 }),
  located: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  /** All at one moment, as a trip that somebody only tried out. */
  hasty: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

function eventsOf({ operationType, startHours, stops, cutAfter, gaps, located, hasty }: Plan): TripEvent[] {
  const steps = stepsOf(operationType)
  const onTheWay = stops.flatMap((stop): EventType[] => [stop, 'resume_route'])
  let at = NOON + startHours * HOUR
  return [...steps.slice(0, 2), ...onTheWay, ...steps.slice(2)]
    .slice(0, cutAfter)
    .map((type, i) => {
      if (i > 0 && !hasty) at += gaps[i] ?? 0
      return { type, at, coordinates: located[i] ? { lat: 20.52, lng: -103.179 } : null }
    })
    .filter((event) => event.at <= NOON)
}

/** In every history, so that there is always something to agree on: a trip of today with a forgotten button, a hasty one. */
const ALWAYS: readonly Plan[] = [
  {
    operationType: 'load',
    startHours: -11,
    stops: ['stop_fuel'],
    cutAfter: 20,
    gaps: Array.from({ length: 20 }, (_, i) => (i === 5 ? 300 * MINUTE : 30 * MINUTE)),
    located: new Array(20).fill(false),
    hasty: false,
  },
  {
    operationType: 'unload',
    startHours: -20,
    stops: [],
    cutAfter: 20,
    gaps: new Array(20).fill(0),
    located: new Array(20).fill(true),
    hasty: true,
  },
]

/** Drivers share ended operations; an active operation is unique for its driver in the whole database. */
function tripOf(plan: Plan, supervisorId: number, firstDriver: number, index: number): Trip {
  const events = eventsOf(plan)
  const ended = events.at(-1)?.type === 'end_trip'
  return {
    supervisorId,
    operatorId: firstDriver + (ended ? index % 2 : 10 + index),
    containerNumber: nextContainerNumber(),
    operationType: plan.operationType,
    events,
  }
}

type Query = [string, string][]
const pathOf = (path: string, query: Query): string => `${path}?${new URLSearchParams(query)}`

async function get<T>(who: Actor, path: string, query: Query): Promise<T> {
  const answer = await who.get(pathOf(path, query))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** The list as the page opens it: one type after the other in the address, and the whole of it. */
async function list(
  who: Actor,
  period: { from: string; to: string },
  types: readonly EventType[],
  more: Query,
): Promise<EventResponse[]> {
  const answer = await who.get(
    pathOf('/api/events', [
      ['from', period.from],
      ['to', period.to],
      ['limit', '1000'],
      ...types.map((type): [string, string] => ['eventType', type]),
      ...more,
    ]),
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length)
  expect(answer.headers['x-next-cursor']).toBeUndefined()
  return answer.body
}

/** Guards against comparing only empty lists. */
const seen = {
  missing: 0,
  trips: 0,
  hasty: 0,
  stops: 0,
  samples: 0,
  excluded: 0,
  today: 0,
  bars: 0,
  narrowed: 0,
}

async function compare(who: Actor, month: string, operators: Query): Promise<KpisResponse> {
  const figures = await get<KpisResponse>(who, '/api/supervisor/kpis', [['month', month], ...operators])
  expect(figures.failed).toEqual([])
  const { period, today } = figures

  const missing = await list(who, period, AFTER_START, [['position', 'missing'], ...operators])
  const afterStart = await list(who, period, AFTER_START, operators)
  expect(figures.gpsInconsistencies).toEqual({ count: missing.length, events: afterStart.length })
  expect(missing).toEqual(afterStart.filter((event) => event.coordinates === null))

  const ends = await list(who, period, ['end_trip'], operators)
  const lasting = ends.filter((event) => (event.duration ?? 0) > 0).length
  expect(figures.averageTripDuration).toMatchObject({ trips: lasting, excluded: ends.length - lasting })

  const stops = await list(who, period, STOPS, operators)
  expect(figures.deadTime?.stops).toBe(stops.length)

  for (const { name, value, eventTypes } of figures.eventTypes ?? []) {
    expect(await list(who, period, eventTypes, operators), name).toHaveLength(value)
  }
  const inPeriod = await list(who, period, [], operators)
  const bars = (figures.eventTypes ?? []).reduce((sum, { value }) => sum + value, 0)
  expect(bars).toBe(inPeriod.length)

  for (const { name, value, eventTypes } of figures.operationStatuses ?? []) {
    const behind = await list(who, period, eventTypes, operators)
    const operations = new Set(behind.map((event) => event.containerId)).size
    if (eventTypes.includes('end_trip')) expect(behind, name).toHaveLength(value)
    else expect(operations, name).toBeGreaterThanOrEqual(value)
  }

  const ofToday = await list(who, today, [], operators)
  const byHour = new Array<number>(24).fill(0)
  for (const { timestamp } of ofToday) {
    const hour = new Date(Date.parse(timestamp) - 6 * HOUR).getUTCHours()
    byHour[hour] = (byHour[hour] ?? 0) + 1
  }
  expect(figures.hourly).toEqual(byHour)

  for (const timing of PARK_TIMINGS) {
    const visits = (more: Query) =>
      get<KpiVisitsResponse>(who, '/api/supervisor/kpis/visits', [
        ['timing', timing],
        ['month', month],
        ...more,
        ...operators,
      ])
    const all = await visits([])
    const counted = await visits([['excluded', 'false']])
    const leftOut = await visits([['excluded', 'true']])
    const long = leftOut.filter(({ from, to }) => Date.parse(to) - Date.parse(from) > LONGEST_GAP_MS)
    expect(figures.parkTimings?.[timing], timing).toMatchObject({
      samples: counted.length,
      excluded: leftOut.length,
      excludedLong: long.length,
    })
    expect(all.filter((visit) => !visit.excluded)).toEqual(counted)
    expect(all.filter((visit) => visit.excluded)).toEqual(leftOut)
    seen.samples += counted.length
    seen.excluded += leftOut.length
  }
  seen.missing += missing.length
  seen.trips += lasting
  seen.hasty += ends.length - lasting
  seen.stops += stops.length
  seen.today += ofToday.length
  seen.bars += figures.eventTypes?.length ?? 0
  return figures
}

let firstDriver = 10_000

it('every figure equals the length of the list that it opens', async () => {
  const stranger = await register(t.app, 'supervisor')
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { maxLength: 10 }),
      fc.array(plan, { maxLength: 2 }),
      fc.constantFrom('2026-03', '2026-03', '2026-02'),
      async (own, others, month) => {
        const who = await register(t.app, 'supervisor')
        const driver = firstDriver
        firstDriver += 100
        await insertTrips(t.deps.database, [
          ...[...ALWAYS, ...own].map((p, i) => tripOf(p, who.id, driver, i)),
          // Another tenant, partly with the same drivers.
          ...others.map((p, i) => tripOf(p, stranger.id, driver, 50 + i)),
        ])
        const whole = await compare(who, month, [])
        const one = await compare(who, month, [['operatorId', String(driver)]])
        await compare(who, month, [
          ['operatorId', String(driver + 1)],
          ['operatorId', String(driver + 10)],
        ])
        if ((one.gpsInconsistencies?.events ?? 0) < (whole.gpsInconsistencies?.events ?? 0))
          seen.narrowed += 1
      },
    ),
    { numRuns: 15 },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
}, 120_000)
