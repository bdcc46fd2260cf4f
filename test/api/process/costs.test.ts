import { expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints/all'
import type { Cost, Endpoint } from '#contract/endpoints/endpoint'

const endpoints = Object.entries<Endpoint>(ENDPOINTS)
const costing = (...costs: Cost[]) =>
  endpoints.flatMap(([name, { cost }]) => (costs.includes(cost) ? [name] : [])).sort()

it('every answer that is a whole file costs as one, and nothing else does', () => {
  const files = endpoints.flatMap(([name, { answer }]) => (answer && 'content' in answer ? [name] : []))
  // A tile is a piece of a file, read where it lies.
  const whole = files.filter((name) => name !== 'GET /api/tiles/:z/:x/:y')
  expect(costing('exports')).toEqual(whole.sort())
})

it('nothing that is dear is open to anyone: nobody would wait in line for it', () => {
  const open = endpoints.filter(([, { audience }]) => audience === 'anyone')
  expect(open.length).toBeGreaterThan(10)
  for (const [name, { cost }] of open)
    expect([name, ['light', 'read', 'accounts']]).toEqual([name, expect.arrayContaining([cost])])
})

it('what takes a large body in is dear', () => {
  for (const [name, { bodyLimit, cost }] of endpoints) {
    if (bodyLimit !== undefined) expect([name, cost]).toEqual([name, 'bulk'])
  }
})

it('nothing waits in line that a phone or the live channel cannot do without', () => {
  expect(costing('press')).toEqual([
    'POST /api/containers',
    'POST /api/containers/:containerId/corrections',
    'POST /api/events',
  ])
  for (const name of [
    'GET /api/containers/active',
    'GET /api/supervisor/operations',
    'POST /api/live-token',
  ] as const)
    expect([name, ENDPOINTS[name].cost]).toEqual([name, 'light'])
  // Catching up; the history in the same call waits in line by itself.
  expect(ENDPOINTS['GET /api/events'].cost).toBe('read')
})
