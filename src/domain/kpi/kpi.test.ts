import { describe, expect, it } from 'vitest'
import { OPERATION_TYPES, type OperationType } from '../operation/steps.ts'
import { deadTimePercent, previousDeadTimePercent } from './dead-time.ts'
import { isKpiEventWord, isSelected, KPI_EVENT_WORDS, selectEvents, selectorsOf } from './event-words.ts'
import { gapMinutes, gapSums, isCountedGap, nearestRank, parkTiming } from './park-timings.ts'
import { reportTexts } from './report-texts.ts'
import { oneDecimal, percentOf } from './rounding.ts'
import { type ClosedIntervals, productiveTime, standingTime } from './time-shares.ts'
import { averageTripMinutes, tripDurationText } from './trip-duration.ts'

const MINUTE = 60_000

describe('park timings', () => {
  it('of 45, 51, 90, 157 and 300 minutes', () => {
    expect(parkTiming(gapSums([300, 45, 157, 51, 90].map((m) => m * MINUTE)))).toEqual({
      mean: 85.8,
      p50: 51,
      p90: 157,
      samples: 4,
      excluded: 1,
      excludedLong: 1,
    })
  })

  it('of one visit: 08:00, 08:41, 08:55, 10:20, 10:37', () => {
    const clock = (text: string) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE
    const gap = (from: string, to: string) => parkTiming(gapSums([clock(to) - clock(from)])).mean.toFixed(1)
    expect([
      gap('08:00', '08:41'),
      gap('08:41', '08:55'),
      gap('08:55', '10:20'),
      gap('10:20', '10:37'),
      gap('08:00', '10:37'),
    ]).toEqual(['41.0', '14.0', '85.0', '17.0', '157.0'])
  })

  it('without a gap are 0', () => {
    expect(parkTiming(gapSums([]))).toEqual({
      mean: 0,
      p50: 0,
      p90: 0,
      samples: 0,
      excluded: 0,
      excludedLong: 0,
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

  it('tell why a gap was left out', () => {
    expect(gapSums([0, 300 * MINUTE, 10 * MINUTE])).toMatchObject({
      samples: 1,
      excluded: 2,
      excludedLong: 1,
    })
  })

  it.each([
    [[7], 0.5, 7],
    [[1, 2], 0.5, 1],
    [[1, 2, 3], 0.5, 2],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
    [[], 0.9, 0],
  ])('nearest rank of %j at %d is %d', (sorted, fraction, expected) => {
    expect(nearestRank(sorted, fraction)).toBe(expected)
  })

  it('show tenths of a minute', () => {
    expect([gapMinutes(1), gapMinutes(2999), gapMinutes(3000), gapMinutes(5_145_000)]).toEqual([
      0, 0, 0.1, 85.8,
    ])
  })
})

describe('average trip duration', () => {
  it('is the rounded mean of rounded-down minutes', () => {
    // 90 min 59 s and 61 min 59 s: 90 and 61, in the mean 75.5.
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
