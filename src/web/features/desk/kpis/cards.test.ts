import { describe, expect, it } from 'vitest'
import type { KpisResponse } from '#contract/http/desk/kpis'
import { reportTexts } from '#domain/kpi/report-texts'
import {
  barWidth,
  behindActivity,
  behindGps,
  behindKind,
  compare,
  exclusionWords,
  kpiCards,
  timingText,
} from './cards.ts'
import { NO_FILTERS } from './filters.ts'
import { reportRequest } from './reports/report.ts'

const timing = { mean: 41, p50: 41, p90: 41, samples: 1, excluded: 0, excludedLong: 0 }

const kpis = (over: Partial<KpisResponse> = {}): KpisResponse => ({
  month: '2026-11',
  timezone: 'America/Mexico_City',
  generatedAt: '2026-11-21T18:00:00.000Z',
  seq: 12,
  period: { from: '2026-11-01T06:00:00.000Z', to: '2026-12-01T06:00:00.000Z' },
  today: { from: '2026-11-21T06:00:00.000Z', to: '2026-11-22T06:00:00.000Z' },
  failed: [],
  averageTripDuration: { minutes: 157, text: '2h 37m', trips: 5, excluded: 0, previousMinutes: 145 },
  deadTime: {
    percent: 12.5,
    seconds: 900,
    stops: 2,
    runningSeconds: 7200,
    operations: 5,
    previousPercent: 14,
  },
  activeOperations: { count: 3, yesterday: 3 },
  gpsInconsistencies: { count: 4, events: 40 },
  distanceKm: 123.4,
  productive: {
    productiveSeconds: 60,
    unproductiveSeconds: 30,
    neutralSeconds: 10,
    ratioPercent: 60,
    intervals: 9,
  },
  unproductive: {
    seconds: 90,
    sharePercent: 25,
    byActivity: {
      stop_bathroom: 0,
      stop_fuel: 0,
      stop_rest: 0,
      waiting_access: 60,
      parking: 20,
      load_unload: 10,
      waiting_exit: 0,
    },
  },
  parkTimings: {
    accessTime: timing,
    parkingTime: timing,
    loadUnloadTime: timing,
    exitTime: timing,
    totalTime: { mean: 85.8, p50: 51, p90: 157, samples: 4, excluded: 1, excludedLong: 1 },
  },
  hourly: Array(24).fill(0),
  eventTypes: [],
  operationStatuses: [],
  ...over,
})

const cardOf = (key: string, now: KpisResponse, before: KpisResponse | null = null, isCurrent = true) => {
  const found = kpiCards(now, before, isCurrent).find((card) => card.key === key)
  if (!found) throw new Error(key)
  return found
}

describe('a comparison', () => {
  const amount = (n: number): string => `${n}`
  it.each([
    [10, 12, 'less', 'down', 'better', '2 menos que ayer'],
    [12, 10, 'less', 'up', 'worse', '2 más que ayer'],
    [12, 10, 'more', 'up', 'better', '2 más que ayer'],
    [12, 10, 'neither', 'up', 'plain', '2 más que ayer'],
    [0.3, 0.1 + 0.2, 'less', 'same', 'plain', 'igual que ayer'],
  ] as const)('%s against %s, %s wanted', (now, then, wanted, direction, tone, words) => {
    expect(compare(now, then, amount, 'ayer', wanted)).toEqual({ direction, tone, words })
  })

  it('needs two figures', () => {
    expect(compare(null, 1, amount, 'ayer', 'less')).toBeNull()
    expect(compare(1, null, amount, 'ayer', 'less')).toBeNull()
  })
})

describe('the seven cards', () => {
  it('stand in their order', () => {
    expect(kpiCards(kpis(), null, true).map(({ key }) => key)).toEqual([
      'duration',
      'deadTime',
      'active',
      'gps',
      'distance',
      'productive',
      'park',
    ])
  })

  it('compare with the last week where the server does', () => {
    expect(cardOf('duration', kpis())).toMatchObject({
      figure: '2h 37m',
      sample: '5 viajes terminados',
      comparison: { direction: 'up', tone: 'worse', words: '12 min más que la última semana' },
    })
    expect(cardOf('deadTime', kpis()).comparison?.words).toBe('1.5 puntos menos que la última semana')
    expect(cardOf('active', kpis()).comparison?.words).toBe('igual que ayer a esta hora')
  })

  it('compare with the month before where they must, and say when that one was whole', () => {
    const before = kpis({ month: '2026-10', distanceKm: 200, gpsInconsistencies: { count: 2, events: 40 } })
    expect(cardOf('distance', kpis(), before, true).comparison?.words).toBe(
      '76.6 km menos que en todo octubre',
    )
    expect(cardOf('distance', kpis(), before, false).comparison?.words).toBe('76.6 km menos que en octubre')
    expect(cardOf('gps', kpis(), before).comparison?.words).toBe('5.0 puntos más que en octubre')
    expect(cardOf('gps', kpis()).comparison).toBeNull()
    const nothing = kpis({ distanceKm: 0, gpsInconsistencies: { count: 0, events: 0 } })
    expect(cardOf('distance', kpis(), nothing).comparison).toBeNull()
  })

  it('say a long difference in hours', () => {
    const trips = { minutes: 157, text: '2h 37m', trips: 5, excluded: 0, previousMinutes: 301 }
    expect(cardOf('duration', kpis({ averageTripDuration: trips })).comparison?.words).toBe(
      '2 h 24 min menos que la última semana',
    )
  })

  it('say what was left out and open the very visit', () => {
    expect(cardOf('park', kpis())).toMatchObject({
      figure: '1 h 26 min',
      sample: '4 visitas',
      excluded: {
        words: '1 excluida: más de 240 min',
        behind: { kind: 'visits', timing: 'totalTime', excluded: true },
      },
    })
  })

  it('say Error for the one that failed and for no other', () => {
    const cards = kpiCards(kpis({ failed: ['deadTime'], deadTime: null }), null, true)
    expect(cards.filter(({ failed }) => failed).map(({ key, figure }) => [key, figure])).toEqual([
      ['deadTime', 'Error'],
    ])
  })

  it('say N/A and 0% when there is nothing to show, and compare it with nothing', () => {
    const none = { mean: 0, p50: 0, p90: 0, samples: 0, excluded: 0, excludedLong: 0 }
    const empty = kpis({
      averageTripDuration: { minutes: null, text: 'N/A', trips: 0, excluded: 0, previousMinutes: null },
      deadTime: { percent: 0, seconds: 0, stops: 0, runningSeconds: 0, operations: 0, previousPercent: null },
      gpsInconsistencies: { count: 0, events: 0 },
      distanceKm: 0,
      productive: {
        productiveSeconds: 0,
        unproductiveSeconds: 0,
        neutralSeconds: 0,
        ratioPercent: 0,
        intervals: 0,
      },
      parkTimings: {
        accessTime: none,
        parkingTime: none,
        loadUnloadTime: none,
        exitTime: none,
        totalTime: none,
      },
    })
    expect(
      kpiCards(empty, kpis(), true).map(({ key, figure, comparison }) => [key, figure, comparison === null]),
    ).toEqual([
      ['duration', 'N/A', true],
      ['deadTime', '0%', true],
      ['active', '3', false],
      ['gps', '0', true],
      ['distance', 'N/A', true],
      ['productive', '0%', true],
      ['park', 'N/A', true],
    ])
    // The rows of the timings, too; what was measured stays a figure.
    expect([timingText(0, none), timingText(0.04, { samples: 2 })]).toEqual(['N/A', '0.0'])
    expect(cardOf('distance', kpis({ distanceKm: 0 })).figure).toBe('0.0 km')
  })
})

describe('why visits are left out', () => {
  it.each([
    [1, 1, '1 excluida: más de 240 min'],
    [3, 3, '3 excluidas: más de 240 min'],
    [2, 0, '2 excluidas: sin duración'],
    [2, 1, '2 excluidas: más de 240 min o sin duración'],
  ])('%s, %s of them long', (excluded, excludedLong, words) => {
    expect(exclusionWords({ excluded, excludedLong })).toBe(words)
  })
})

describe('what opens', () => {
  it('is the events that open the interval', () => {
    expect(behindActivity(kpis(), 'waiting_exit')).toMatchObject({
      types: ['load_complete', 'unload_complete'],
    })
    expect(behindKind(kpis(), 'productive')).toMatchObject({
      types: ['en_route', 'vehicle_parked', 'exit_park', 'resume_route'],
      ...kpis().period,
    })
    expect(behindKind(kpis(), 'neutral')).toMatchObject({ types: ['start_trip'] })
  })

  it('leaves the start out of what lacks a position', () => {
    const behind = behindGps(kpis())
    expect(behind.kind === 'events' && behind.types).not.toContain('start_trip')
  })

  it('has a bar that stops at 100%', () => expect([barWidth(140), barWidth(25)]).toEqual([100, 25]))
})

describe('a report', () => {
  it('has the figures as texts', () => {
    expect(reportTexts(kpis())).toMatchObject({
      averageTripDuration: '2h 37m',
      deadTimePercentage: '12.5%',
      totalDistance: '123.4 km',
      productiveTimeRatio: '60%',
      parkTimings: { totalTime: '85.8', accessTime: '41.0' },
    })
    expect(reportTexts(kpis({ distanceKm: null })).totalDistance).toBe('Error')
  })

  it('never passes filtered figures for those of the whole month', () => {
    expect(reportRequest(kpis(), { ...NO_FILTERS, operator: 7 })).toMatchObject({
      month: '2026-11',
      operatorId: 7,
      reportData: { averageTripDuration: '2h 37m' },
    })
    expect(reportRequest(kpis(), { ...NO_FILTERS, containers: ['MSKU1234565'] })).toEqual({
      month: '2026-11',
      operatorId: null,
    })
  })
})
