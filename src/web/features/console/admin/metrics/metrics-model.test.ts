import { describe, expect, it } from 'vitest'
import type { SupervisorMetricsResponse } from '#contract/http/console/admin'
import { everyFeature } from '#domain/account/entitlements'
import { sizeText } from '../system/size-text.ts'
import { hasMetrics, hoursText, rankOperators, shares, utilizationText } from './metrics-model.ts'

const operator = (id: number, isActive: boolean, tripsCount: number, displayName = `Chofer ${id}`) => ({
  id,
  username: `c${id}`,
  displayName,
  isActive,
  tripsCount,
  sessionsCount: 0,
  hoursActive: 0,
  containersCount: 0,
})

const NO_ALERTS = { alertsRaised: 0, alertsOpen: 0, alertsHandled: 0 }
const answer: SupervisorMetricsResponse = {
  supervisor: {
    id: 1,
    username: 'a',
    displayName: 'A',
    operatorCount: 0,
    operatorLimit: 20,
    activeOperators: 0,
  },
  premium: {
    on: everyFeature(true),
    uses: {
      realTimeInfo: { ...NO_ALERTS, places: 0, pushesSent: 0, pushesFailed: 0 },
      kpiVisibility: { contracts: 0, packs: 0, reports: 0 },
      linkSharing: { packLinks: 0, linkViews: 0 },
    },
  },
  metrics: {
    totalTrips: 0,
    totalSessions: 0,
    totalHours: 0,
    totalContainers: 0,
    totalSharedLinks: 0,
    operators: [],
  },
}

it('ranks the active first, then by trips, then by name', () => {
  const ranked = rankOperators([
    operator(1, false, 90),
    operator(2, true, 3, 'Zoe'),
    operator(3, true, 8),
    operator(4, true, 3, 'Ángel'),
  ])
  expect(ranked.map(({ id }) => id)).toEqual([3, 4, 2, 1])
})

it('writes utilization without decimals and hours with one', () => {
  expect(utilizationText(1, 3)).toBe('33%')
  expect(utilizationText(0, 0)).toBe('0%')
  expect(utilizationText(21, 20)).toBe('105%')
  expect(hoursText(12)).toBe('12.0')
  expect(hoursText(2.849)).toBe('2.8')
})

it('draws bars as shares of the longest', () => {
  expect(shares([2, 4, 0])).toEqual([50, 100, 0])
  expect(shares([0, 0])).toEqual([0, 0])
  expect(shares([])).toEqual([])
})

describe("'Sin datos'", () => {
  it('is an empty answer, or none', () => {
    expect(hasMetrics(null)).toBe(false)
    expect(hasMetrics({} as SupervisorMetricsResponse)).toBe(false)
    expect(hasMetrics(answer)).toBe(false)
  })
  it('is not an answer with operators, with trips of deleted operators, or with what premium was used for', () => {
    const uses = { ...answer.premium.uses, linkSharing: { packLinks: 0, linkViews: 1 } }
    expect(hasMetrics({ ...answer, premium: { ...answer.premium, uses } })).toBe(true)
    const metrics = { ...answer.metrics, operators: [operator(1, true, 0)] }
    expect(hasMetrics({ ...answer, metrics })).toBe(true)
    expect(hasMetrics({ ...answer, metrics: { ...answer.metrics, totalTrips: 1 } })).toBe(true)
  })
})

it('writes sizes in units of 1000', () => {
  expect([0, 999, 1000, 7252, 999_960, 3_400_000_000].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '7.3 kB',
    '1.0 MB',
    '3.4 GB',
  ])
})
