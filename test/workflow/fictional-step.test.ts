import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportData } from '#contract/http/desk/reports'
import { visitParts } from '#domain/detention/parts'
import { selectorsOf } from '#domain/kpi/event-words'
import { PARK_GAPS, PARK_TIMINGS } from '#domain/kpi/park-timings'
import { type ReportedFigures, reportTexts } from '#domain/kpi/report-texts'
import { productiveTime, standingTime, typesStanding } from '#domain/kpi/time-shares'
import { decide, decideStart } from '#domain/operation/decide'
import { eventLabel, statusLabel } from '#domain/operation/labels'
import { evolve, isActive, type OperationState } from '#domain/operation/state'
import {
  type EventType,
  isStep,
  OPERATION_TYPES,
  type OperationType,
  type ParkInterval,
  stepsOf,
  type UnproductiveActivity,
} from '#domain/operation/steps'
import { trackerSteps } from '#domain/operation/tracker'
import { plainClock } from '#server/adapters/clock'
import { readConfig } from '#server/config'
import type { Database } from '#server/db/connect'
import { kpisOf } from '#server/features/desk/kpis/service'
import { scopeOf } from '#server/identity/supervisor-scope'
import type { Operation } from '#web/api/operation'
import { behindActivity, behindKind } from '#web/features/desk/kpis/cards'
import { parkCircles, trucksOf } from '#web/features/desk/live-operations/map-model'
import { applyOperation, cardTone, EMPTY_BOARD, operationOf } from '#web/features/desk/live-operations/model'
import { workflowView } from '#web/features/driver/operation/model'
import { createFleet } from '../../scripts/demo/fleet.mjs'
import { demoRoad } from '../../scripts/demo/road.mjs'
import { createTestDatabase } from '../support/database.ts'
import { insertTrips, nextContainerNumber } from '../support/history.ts'
import { DEFINITIONS, referenceKpis } from '../support/kpi-reference.ts'

/**
 * The product with two more steps between access_granted and vehicle_parked: 'inspection', whose time counts as parking,
 * and 'weighing', which is a part of the visit and an activity of its own. Each is its name, its row, and the `next` of
 * the row before it; a category of its own is also a name in each of the two lists. Everything below runs the product's
 * own code on that table.
 */
const inspection = 'inspection' as EventType
const weighing = 'weighing' as EventType
const weighingTime = 'weighingTime' as ParkInterval
const weighingActivity = 'weighing' as UnproductiveActivity

vi.mock('../../src/domain/operation/steps.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#domain/operation/steps')>()
  const insert = <T extends string>(types: readonly T[], before: string, ...added: string[]): T[] =>
    types.flatMap((type) => (type === before ? [...(added as T[]), type] : [type]))
  const withBoth = (table: typeof real.WORKFLOW.load) => ({
    ...table,
    access_granted: { ...table.access_granted, next: ['inspection'] as never },
    inspection: {
      ...table.access_granted,
      label: 'Inspección',
      statusLabel: 'En inspección',
      activity: 'inspecting' as never,
      kpiWords: ['inspecting'],
      next: ['weighing'] as never,
    },
    weighing: {
      ...table.access_granted,
      label: 'Báscula',
      statusLabel: 'En báscula',
      activity: 'weighing' as never,
      standing: 'weighing' as never,
      parkInterval: 'weighingTime' as never,
      kpiWords: [],
    },
  })
  const tables = { load: withBoth(real.WORKFLOW.load), unload: withBoth(real.WORKFLOW.unload) }
  const stepTypes = insert(real.STEP_TYPES, 'vehicle_parked', 'inspection', 'weighing')
  return {
    ...real,
    STEP_TYPES: stepTypes,
    EVENT_TYPES: insert(real.EVENT_TYPES, 'vehicle_parked', 'inspection', 'weighing'),
    UNPRODUCTIVE_ACTIVITIES: insert(real.UNPRODUCTIVE_ACTIVITIES, 'load_unload', 'weighing'),
    PARK_INTERVALS: insert(real.PARK_INTERVALS, 'loadUnloadTime', 'weighingTime'),
    WORKFLOW: tables,
    ...real.createWorkflow(tables, stepTypes),
  }
})

const T0 = Date.parse('2026-03-10T12:00:00Z')
const MINUTE = 60_000
const PARK = { lat: 20.53, lng: -103.18 }

/** A whole trip by way of decide and evolve, a step every ten minutes. */
function drive(operationType: 'load' | 'unload') {
  const start = decideStart({ operationType, now: T0 })
  const states: OperationState[] = [evolve(null, start.event)]
  for (const [index, eventType] of stepsOf(operationType).slice(1).entries()) {
    const decision = decide(states.at(-1) as OperationState, {
      eventType,
      now: T0 + (index + 1) * 10 * MINUTE,
    })
    if (!decision.ok) throw new Error(`${eventType}: ${decision.refusal.reason}`)
    states.push(evolve(states.at(-1) as OperationState, decision.event))
  }
  return states
}

/** What the board and the map are given while the truck is inspected. */
const inspected = {
  operationKey: 'MSKU1234565_abcdefghijklmnop',
  operationType: 'load',
  isActive: true,
  ended: false,
  newestEventType: inspection,
  coordinates: PARK,
} as Operation

describe('a step that is added to the table', () => {
  it.each(OPERATION_TYPES)('is taken in its place, and nowhere else (%s)', (type) => {
    const states = drive(type)
    expect(states.map(({ newestStepType }) => newestStepType)).toEqual(stepsOf(type))
    expect(stepsOf(type).slice(3, 7)).toEqual(['access_granted', inspection, weighing, 'vehicle_parked'])
    expect(isActive(states.at(-1) as OperationState)).toBe(false)
    const granted = states[3] as OperationState
    expect(decide(granted, { eventType: 'vehicle_parked', now: T0 + 60 * MINUTE })).toMatchObject({
      refusal: { reason: 'not_next', allowed: [inspection] },
    })
  })

  it('has its label and its status, and the driver sees both', () => {
    expect([eventLabel(inspection), statusLabel('load', inspection)]).toEqual(['Inspección', 'En inspección'])
    const [granted, current] = drive('load').slice(3) as [OperationState, OperationState]
    expect(workflowView({ state: granted })).toMatchObject({ next: inspection })
    expect(workflowView({ state: current })).toMatchObject({ step: inspection, next: weighing })
  })

  it('has a place on the tracker', () => {
    const states = (events: EventType[]) =>
      trackerSteps(
        {
          operationType: 'load',
          isActive: true,
          newestStepType: events.at(-1) as EventType,
          newestEventAt: new Date(T0).toISOString(),
        },
        events.map((eventType) => ({ eventType, timestamp: new Date(T0).toISOString() })),
      ).map(({ state }) => state[0])
    const trip = stepsOf('load')
    expect(states(trip.slice(0, 4)).join('')).toBe('ddddnpppppp')
    expect(states(trip.slice(0, 5)).join('')).toBe('dddddnppppp')
  })

  it('stands on the board and on the map', () => {
    const board = applyOperation(EMPTY_BOARD, inspected, 1)
    expect(operationOf(board, inspected.operationKey)).toBe(inspected)
    expect(cardTone(inspection)).toBe('normal')
    expect(trucksOf([inspected], () => '')).toMatchObject([{ phase: 'waiting', position: PARK }])
    expect(parkCircles([{ operationType: 'load', eventType: inspection, coordinates: PARK }])).toHaveLength(1)
  })

  it('is pressed by the trucks of the demo, which pick up from it', () => {
    const road = demoRoad()
    const fleet = createFleet({ trucks: 4, seed: 7, road, startsAt: T0 })
    const pressed: EventType[] = []
    for (let press = fleet.next(T0 + 48 * 60 * MINUTE); press; press = fleet.next(T0 + 48 * 60 * MINUTE)) {
      if (press.truck === 0) pressed.push(press.eventType)
    }
    const steps = pressed.filter((type) => isStep(type))
    expect(steps.length).toBeGreaterThan(2 * stepsOf('load').length)
    expect(steps).toEqual(steps.map((_, i) => stepsOf(i % 20 < 10 ? 'unload' : 'load')[i % 10]))
    const truth = { operationType: 'load', displayContainerId: 'CSQU3054383', coordinates: null } as const
    fleet.correct(0, { ...truth, currentEventType: weighing })
    expect(fleet.standing()[0]).toBe(weighing)
  })
})

describe('the time of a step that is added to the table', () => {
  const closed = (['access_granted', inspection, weighing] as const).map((eventType) => ({
    operationType: 'load' as const,
    eventType,
    seconds: 600,
    intervals: 1,
  }))

  it('is in the ring and in the unproductive panel alike', () => {
    expect(productiveTime(closed)).toMatchObject({ unproductiveSeconds: 1800 })
    expect(standingTime(closed)).toMatchObject({
      seconds: 1800,
      byActivity: { parking: 1200, weighing: 600 },
    })
  })

  it('is behind what the panels open', () => {
    const kpis = { period: { from: '', to: '' } } as Parameters<typeof behindKind>[0]
    expect(typesStanding('parking')).toEqual(['access_granted', inspection])
    expect(behindActivity(kpis, 'parking')).toMatchObject({ types: ['access_granted', inspection] })
    expect(behindActivity(kpis, weighingActivity)).toMatchObject({ types: [weighing] })
    expect(behindKind(kpis, 'unproductive')).toMatchObject({ types: expect.arrayContaining([inspection]) })
  })

  it('is in a park timing, and found by its word', () => {
    expect(PARK_GAPS.parkingTime.within).toEqual(['access_granted', inspection])
    expect(PARK_GAPS[weighingTime].within).toEqual([weighing])
    expect(selectorsOf('inspecting')).toEqual([{ eventType: inspection, operationType: null }])
  })

  it('is in an evidence pack, whose parts add up to the visit, with and without the step', () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 11, maxLength: 11 })
    fc.assert(
      fc.property(
        fc.constantFrom(...OPERATION_TYPES),
        seconds,
        fc.subarray([inspection, weighing]),
        (type, gaps, lacks) => {
          let at = T0
          const events = stepsOf(type).flatMap((eventType, i) => {
            at += (gaps[i] ?? 0) * 1000
            return lacks.includes(eventType) ? [] : [{ eventType, at }]
          })
          const { terminal, visit, ...parts } = visitParts(type, events)
          const minutes = Object.values(parts).reduce((sum: number, part) => sum + (part ?? 0), 0)
          expect(minutes).toBe(visit)
          expect(terminal).toBeLessThanOrEqual(visit ?? 0)
          expect(parts[weighingTime] === null).toBe(lacks.includes(weighing))
        },
      ),
    )
  })

  it('is in reports, and absent in those from before', () => {
    const timing = { mean: 1, p50: 1, p90: 1 }
    const parkTimings = Object.fromEntries(PARK_TIMINGS.map((name) => [name, timing]))
    const today = reportTexts({
      averageTripDuration: null,
      deadTime: null,
      distanceKm: null,
      productive: null,
      parkTimings: parkTimings as NonNullable<ReportedFigures['parkTimings']>,
      eventTypes: [],
      operationStatuses: [],
    })
    expect(today).toMatchObject({ parkTimings: { weighingTime: '1.0' } })
    const { [weighingTime]: _, ...before } = today.parkTimings
    for (const parkTimings of [today.parkTimings, before]) {
      expect(reportData.parse({ ...today, parkTimings }).parkTimings).toEqual(parkTimings)
    }
  })
})

describe('the figures', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it.each<{ words: string[] }>([
    { words: [] },
    { words: ['inspecting'] },
    { words: ['parking'] },
    { words: ['weighing'] },
    { words: ['vehicle_parked'] },
  ])('count it the same in SQL and in the reference (filter $words)', async ({ words }) => {
    const supervisorId = 1 + words.length * 100 + (words[0]?.length ?? 0)
    const trip = (operationType: OperationType, lacks: EventType[]) => ({
      supervisorId,
      operatorId: supervisorId * 10,
      operationType,
      containerNumber: nextContainerNumber(),
      events: drive(operationType)
        .map((state) => ({ type: state.newestEventType, at: state.newestEventAt }))
        .filter(({ type }) => !lacks.includes(type)),
    })
    const stored = await insertTrips(
      database,
      // With the steps, and from before the second, the first and both existed.
      [[], [weighing], [inspection], [inspection, weighing]].flatMap((lacks) =>
        OPERATION_TYPES.map((operationType) => trip(operationType, lacks)),
      ),
    )
    const now = T0 + 200 * MINUTE
    const figures = await kpisOf(
      { database, clock: plainClock(() => now), config: readConfig({ APP_TIMEZONE: 'UTC' }) },
      scopeOf({ id: supervisorId, role: 'supervisor' }),
      { month: '2026-03', operatorIds: [], containers: [], eventWords: words },
      pino({ level: 'silent' }),
    )
    const { eventTypes, statuses, ...expected } = referenceKpis(
      stored,
      supervisorId,
      { month: '2026-03', zone: 'UTC', now, words },
      {
        ...DEFINITIONS,
        [inspection]: { ...DEFINITIONS.access_granted, words: () => ['inspecting'] },
        [weighing]: {
          kind: 'unproductive',
          standing: weighingActivity,
          part: weighingTime,
          words: () => [],
        },
      },
    )
    expect(figures.failed).toEqual([])
    expect(figures).toMatchObject(expected)
    expect(eventTypes.inspection).toBe(words.length === 0 || words[0] === 'inspecting' ? 4 : undefined)
    if (words.length === 0) {
      // Without its own step, its ten minutes belong to the step before.
      expect(figures.unproductive?.byActivity).toMatchObject({ parking: 200 * 60, weighing: 40 * 60 })
      expect(figures.parkTimings?.parkingTime).toMatchObject({ samples: 8, p90: 30 })
      expect(figures.parkTimings?.[weighingTime]).toMatchObject({ samples: 4, mean: 10 })
      expect(figures.parkTimings?.totalTime).toMatchObject({ samples: 8, mean: 60 })
    }
  })
})
