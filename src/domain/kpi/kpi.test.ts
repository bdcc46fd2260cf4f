import { describe, expect, it } from 'vitest'
import { OPERATION_TYPES, type OperationType, stepsOf } from '../operation/steps.ts'
import { deadTimePercent, previousDeadTimePercent } from './dead-time.ts'
import { isKpiEventWord, isSelected, KPI_EVENT_WORDS, selectEvents, selectorsOf } from './event-words.ts'
import { gapMinutes, isCountedGap, PARK_GAPS, parkTiming } from './park-timings.ts'
import { reportTexts } from './report-texts.ts'
import { oneDecimal, percentOf } from './rounding.ts'
import { type ClosedIntervals, productiveTime, standingTime } from './time-shares.ts'
import { averageTripMinutes, tripDurationText } from './trip-duration.ts'

const MINUTE = 60_000

describe('park timings', () => {
  it('of 45, 51, 90, 157 and 300 minutes', () => {
    const sums = { samples: 4, sumMs: (45 + 51 + 90 + 157) * MINUTE, excluded: 1, excludedLong: 1 }
    expect(parkTiming({ ...sums, p50Ms: 51 * MINUTE, p90Ms: 157 * MINUTE })).toEqual({
      mean: 85.8,
      p50: 51,
      p90: 157,
      samples: 4,
      excluded: 1,
      excludedLong: 1,
    })
  })

  it('without a gap are 0', () => {
    const none = { samples: 0, excluded: 0, excludedLong: 0 }
    expect(parkTiming({ ...none, sumMs: 0, p50Ms: 0, p90Ms: 0 })).toEqual({
      ...none,
      mean: 0,
      p50: 0,
      p90: 0,
    })
  })

  it('lie between the steps that the table gives them', () => {
    const [arrival, access, parked, loaded, exit, end] = stepsOf('load').slice(2)
    const unloaded = 'unload_complete'
    expect(PARK_GAPS).toEqual({
      accessTime: { within: [arrival], after: [access, parked, loaded, exit, end, unloaded] },
      parkingTime: { within: [access], after: [parked, loaded, exit, end, unloaded] },
      loadUnloadTime: { within: [parked], after: [loaded, exit, end, unloaded] },
      exitTime: { within: [loaded, unloaded], after: [exit, end] },
      totalTime: { within: [arrival, access, parked, loaded, unloaded], after: [exit, end] },
      terminalTime: { within: [access, parked, loaded, unloaded], after: [exit, end] },
    })
  })

  it.each([
    [-1, false],
    [0, false],
    [1, true],
    [240 * MINUTE, true],
    [240 * MINUTE + 1, false],
  ])('a gap of %d ms counts: %s', (ms, counts) => {
    expect(isCountedGap(ms)).toBe(counts)
  })

  it('show tenths of a minute', () => {
    expect([gapMinutes(1), gapMinutes(2999), gapMinutes(3000), gapMinutes(5_145_000)]).toEqual([
      0, 0, 0.1, 85.8,
    ])
  })
})

describe('average trip duration', () => {
  it('is the rounded mean of rounded-down minutes', () => {
    // 90 min 59 s and 61 min 59 s count as 90 and 61; their mean is 75.5.
    expect(averageTripMinutes({ trips: 2, minutes: 151, excluded: 0 })).toBe(76)
    expect(averageTripMinutes({ trips: 0, minutes: 0, excluded: 3 })).toBeNull()
  })

  it.each([
    [null, 'N/A'],
    [0, '0h 0m'],
    [59, '0h 59m'],
    [247, '4h 7m'],
    [6000, '100h 0m'],
  ])('of %s reads %s', (minutes, text) => {
    expect(tripDurationText(minutes)).toBe(text)
  })
})

describe('dead time', () => {
  it('is the share of stops, at most all of it', () => {
    expect(deadTimePercent({ stopSeconds: 1800, runningSeconds: 4800, operations: 1 })).toBe(37.5)
    expect(deadTimePercent({ stopSeconds: 1, runningSeconds: 3, operations: 1 })).toBe(33.3)
    expect(deadTimePercent({ stopSeconds: 5, runningSeconds: 4, operations: 1 })).toBe(100)
    expect(deadTimePercent({ stopSeconds: 0, runningSeconds: 0, operations: 0 })).toBe(0)
  })

  it('has nothing to compare with where nothing ran', () => {
    expect(previousDeadTimePercent({ stopSeconds: 0, runningSeconds: 0, operations: 0 })).toBeNull()
    expect(previousDeadTimePercent({ stopSeconds: 0, runningSeconds: 60, operations: 1 })).toBe(0)
  })
})

describe('time by activity', () => {
  const row = (
    eventType: ClosedIntervals['eventType'],
    seconds: number,
    operationType: OperationType = 'load',
  ) => ({
    eventType,
    operationType,
    seconds,
    intervals: 1,
  })
  const closed = [
    row('start_trip', 10),
    row('en_route', 100),
    row('stop_fuel', 20),
    row('resume_route', 50),
    row('vehicle_parked', 80, 'unload'),
    row('load_complete', 40),
    row('end_trip', 1000),
  ]

  it('divides into productive, unproductive and neutral; the whole trip is not counted again', () => {
    expect(productiveTime(closed)).toEqual({
      productiveSeconds: 230,
      unproductiveSeconds: 60,
      neutralSeconds: 10,
      ratioPercent: 76.7,
      intervals: 6,
    })
  })

  it('stands while it stops, waits, parks, loads and unloads', () => {
    const standing = standingTime(closed)
    expect(standing).toMatchObject({ seconds: 140, sharePercent: 46.7 })
    expect(standing.byActivity).toEqual({
      stop_bathroom: 0,
      stop_fuel: 20,
      stop_rest: 0,
      waiting_access: 0,
      parking: 0,
      load_unload: 80,
      waiting_exit: 40,
    })
    expect(standingTime([])).toMatchObject({ seconds: 0, sharePercent: 0 })
  })
})

describe('rounding', () => {
  it.each([
    [343, 4, 85.8],
    [1, 3, 0.3],
    [1, 20, 0.1],
    [-1, 3, -0.3],
    [5, 0, 0],
  ])('%d / %d is %d', (numerator, denominator, expected) => {
    expect(oneDecimal(numerator, denominator)).toBe(expected)
  })

  it('a part of nothing is 0 percent', () => {
    expect(percentOf(5, 0)).toBe(0)
  })
})

describe('the words of the filter', () => {
  it.each([
    ['arrive_park', ['arrived_at_park']],
    ['start_loading', ['vehicle_parked load']],
    ['start_unloading', ['vehicle_parked unload']],
    ['end_loading', ['load_complete']],
    ['end_unloading', ['unload_complete']],
    ['parking', ['access_granted']],
    ['waiting_exit', ['load_complete', 'unload_complete']],
    ['driving_to_park', ['en_route', 'resume_route']],
    ['driving_to_destination', ['exit_park']],
    ['vehicle_parked', ['vehicle_parked']],
    ['toString', []],
  ])('%s stands for %j', (word, expected) => {
    expect(selectorsOf(word).map((s) => [s.eventType, s.operationType].filter(Boolean).join(' '))).toEqual(
      expected,
    )
  })

  it('select everything when there are none, and nothing when none of them is known', () => {
    const event = { eventType: 'end_trip', operationType: 'load' } as const
    expect(isSelected(selectEvents([]), event)).toBe(true)
    expect(isSelected(selectEvents(['toString']), event)).toBe(false)
    expect(isSelected(selectEvents(['stop_fuel', 'end_trip']), event)).toBe(true)
  })

  it('tell loads from unloads where they must', () => {
    const matching = (word: string) =>
      OPERATION_TYPES.filter((operationType) =>
        isSelected(selectEvents([word]), { eventType: 'vehicle_parked', operationType }),
      )
    expect(matching('start_loading')).toEqual(['load'])
    expect(matching('start_unloading')).toEqual(['unload'])
    expect(matching('vehicle_parked')).toEqual(['load', 'unload'])
  })

  it('each select something', () => {
    for (const word of KPI_EVENT_WORDS) expect(selectorsOf(word)).not.toEqual([])
    expect(isKpiEventWord('lunch')).toBe(false)
  })
})

describe('a report', () => {
  it("says 'Error' where a calculation failed, and only there", () => {
    expect(
      reportTexts({
        averageTripDuration: { text: '4h 7m' },
        deadTime: null,
        distanceKm: 12,
        productive: { ratioPercent: 66.8 },
        parkTimings: null,
        eventTypes: [{ name: 'Iniciar viaje', value: 1 }],
        operationStatuses: null,
      }),
    ).toEqual({
      averageTripDuration: '4h 7m',
      deadTimePercentage: 'Error',
      totalDistance: '12.0 km',
      productiveTimeRatio: '66.8%',
      parkTimings: {
        accessTime: 'Error',
        parkingTime: 'Error',
        loadUnloadTime: 'Error',
        exitTime: 'Error',
        totalTime: 'Error',
      },
      eventTypes: [{ name: 'Iniciar viaje', value: 1 }],
      operationStatuses: [],
    })
  })
})
