import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { selectorsOf } from '#domain/kpi/event-words'
import { PARK_GAPS } from '#domain/kpi/park-timings'
import { productiveTime, standingTime, typesStanding } from '#domain/kpi/time-shares'
import { decide, decideStart } from '#domain/operation/decide'
import { eventLabel, statusLabel } from '#domain/operation/labels'
import { evolve, isActive, type OperationState } from '#domain/operation/state'
import { type EventType, OPERATION_TYPES, stepsOf } from '#domain/operation/steps'
import { trackerSteps } from '#domain/operation/tracker'
import { readConfig } from '#server/config'
import type { Database } from '#server/db/connect'
import { kpisOf } from '#server/features/desk/kpis/service'
import { scopeOf } from '#server/identity/supervisor-scope'
import type { Operation } from '#web/api/operation'
import { behindActivity, behindKind } from '#web/features/desk/kpis/cards'
import { parkCircles, trucksOf } from '#web/features/desk/live-operations/map-model'
import { applyOperation, cardTone, EMPTY_BOARD, operationOf } from '#web/features/desk/live-operations/model'
import { workflowView } from '#web/features/driver/operation/model'
import { createTestDatabase } from '../support/database.ts'
import { insertTrips } from '../support/history.ts'
import { DEFINITIONS, referenceKpis } from '../support/kpi-reference.ts'

/**
 * The product with one more step, 'fictional', between access_granted and vehicle_parked: its name, its row, and the
 * `next` of the row before it. Everything below runs the product's own code on that table.
 */
const inspection = 'fictional' as EventType

vi.mock('../../src/domain/operation/steps.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#domain/operation/steps')>()
  const insert = <T>(types: readonly T[]): T[] =>
    types.flatMap((type) => (type === 'vehicle_parked' ? ['fictional' as T, type] : [type]))
  const withInspection = (table: typeof real.WORKFLOW.load) => ({
    ...table,
    access_granted: { ...table.access_granted, next: ['fictional'] as never },
    fictional: {
      ...table.access_granted,
      label: 'Inspección',
      statusLabel: 'En inspección',
      activity: 'inspecting' as never,
      kpiWords: ['inspecting'],
    },
  })
  const tables = { load: withInspection(real.WORKFLOW.load), unload: withInspection(real.WORKFLOW.unload) }
  const stepTypes = insert(real.STEP_TYPES)
  return {
    ...real,
    STEP_TYPES: stepTypes,
    EVENT_TYPES: insert(real.EVENT_TYPES),
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
    expect(stepsOf(type).slice(3, 6)).toEqual(['access_granted', inspection, 'vehicle_parked'])
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
    expect(workflowView({ state: current })).toMatchObject({ step: inspection, next: 'vehicle_parked' })
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
    expect(states(trip.slice(0, 4)).join('')).toBe('ddddnppppp')
    expect(states(trip.slice(0, 5)).join('')).toBe('dddddnpppp')
  })

  it('stands on the board and on the map', () => {
    const board = applyOperation(EMPTY_BOARD, inspected, 1)
    expect(operationOf(board, inspected.operationKey)).toBe(inspected)
    expect(cardTone(inspection)).toBe('normal')
    expect(trucksOf([inspected], () => '')).toMatchObject([{ phase: 'waiting', position: PARK }])
    expect(parkCircles([{ operationType: 'load', eventType: inspection, coordinates: PARK }])).toHaveLength(1)
  })
})

describe('the time of a step that is added to the table', () => {
  const closed = (['access_granted', inspection] as const).map((eventType) => ({
    operationType: 'load' as const,
    eventType,
    seconds: 600,
    intervals: 1,
  }))

  it('is in the ring and in the unproductive panel alike', () => {
    expect(productiveTime(closed)).toMatchObject({ unproductiveSeconds: 1200 })
    expect(standingTime(closed)).toMatchObject({ seconds: 1200, byActivity: { parking: 1200 } })
  })

  it('is behind what the panels open', () => {
    const kpis = { period: { from: '', to: '' } } as Parameters<typeof behindKind>[0]
    expect(typesStanding('parking')).toEqual(['access_granted', inspection])
    expect(behindActivity(kpis, 'parking')).toMatchObject({ types: ['access_granted', inspection] })
    expect(behindKind(kpis, 'unproductive')).toMatchObject({ types: expect.arrayContaining([inspection]) })
  })

  it('is in a park timing, and found by its word', () => {
    expect(PARK_GAPS.parkingTime).toEqual({ from: ['access_granted'], to: ['vehicle_parked'] })
    expect(selectorsOf('inspecting')).toEqual([{ eventType: inspection, operationType: null }])
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
    { words: ['vehicle_parked'] },
  ])('count it the same in SQL and in the reference (filter $words)', async ({ words }) => {
    const supervisorId = 1 + words.length + (words[0]?.length ?? 0)
    const stored = await insertTrips(
      database,
      OPERATION_TYPES.map((operationType, index) => ({
        supervisorId,
        operatorId: supervisorId * 10 + index,
        operationType,
        containerNumber: `MSKU${supervisorId}00000${index}`.slice(0, 11),
        events: drive(operationType).map((state) => ({
          type: state.newestEventType,
          at: state.newestEventAt,
        })),
      })),
    )
    const now = T0 + 200 * MINUTE
    const figures = await kpisOf(
      { database, clock: { now: () => now }, config: readConfig({ APP_TIMEZONE: 'UTC' }) },
      scopeOf({ id: supervisorId, role: 'supervisor' }),
      { operatorIds: [], containers: [], eventWords: words },
      pino({ level: 'silent' }),
    )
    const { eventTypes, statuses, ...expected } = referenceKpis(
      stored,
      supervisorId,
      { month: '2026-03', zone: 'UTC', now, words },
      { ...DEFINITIONS, [inspection]: { ...DEFINITIONS.access_granted, words: () => ['inspecting'] } },
    )
    expect(figures.failed).toEqual([])
    expect(figures).toMatchObject(expected)
    expect(eventTypes.fictional).toBe(words.length === 0 || words[0] === 'inspecting' ? 2 : undefined)
    if (words.length === 0) {
      expect(figures.unproductive?.byActivity.parking).toBe(2 * 1200)
      expect(figures.parkTimings?.parkingTime).toMatchObject({ samples: 2, mean: 20 })
    }
  })
})
