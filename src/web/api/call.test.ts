import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call, callForResponse, pathOf, searchOf } from './call.ts'

const calls: [path: string, init: RequestInit][] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push([path, init])
    return new Response('{"id":7}')
  })
})

it('goes where the endpoint is, with its body', async () => {
  const body = { containerId: 'MSKU1234565' }
  expect(await call('POST /api/evidence', { body })).toEqual({ id: 7 })
  const params = { containerId: 'MSKU 1/2', linkId: 7 }
  await call('DELETE /api/containers/:containerId/links/:linkId', { params })
  expect(calls.map(([path, { method, body: sent }]) => [method, path, sent])).toEqual([
    ['POST', '/api/evidence', JSON.stringify(body)],
    ['DELETE', '/api/containers/MSKU%201%2F2/links/7', undefined],
  ])
})

it('sends a body for a file, too', async () => {
  await callForResponse('POST /api/reports/export', { body: { month: '2026-11' } })
  expect(calls).toMatchObject([
    [
      '/api/reports/export',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"month":"2026-11"}',
      },
    ],
  ])
})

describe('a query', () => {
  it('repeats the name of a list, and leaves out what is not set', () => {
    const search = searchOf<'GET /api/events'>({ operatorId: [2, 3], containerId: [], q: '', from: null })
    expect(search).toBe('operatorId=2&operatorId=3')
    expect(pathOf('GET /api/events', { search, query: { limit: 5 } })).toBe(`/api/events?${search}&limit=5`)
    expect(pathOf('GET /api/events')).toBe('/api/events')
  })
})

// Read by the compiler alone.
void (() => [
  // @ts-expect-error no such path
  call('GET /api/operators'),
  // @ts-expect-error no such method there
  call('DELETE /api/reports'),
  // @ts-expect-error without its parameter
  call('DELETE /api/reports/:id'),
  // @ts-expect-error another parameter
  call('DELETE /api/reports/:id', { params: { reportId: 7 } }),
  // @ts-expect-error without its body
  call('POST /api/reports'),
  // @ts-expect-error another body
  call('POST /api/reports', { body: { monat: '2026-11' } }),
  // @ts-expect-error without what its query requires
  pathOf('GET /api/detention/settlements'),
  // @ts-expect-error another name in the query
  pathOf('GET /api/events', { query: { operators: [7] } }),
  // @ts-expect-error another value in the query
  searchOf<'GET /api/events'>({ position: 'here' }),
  // @ts-expect-error another answer
  call('GET /api/reports').then((answer: { reports: string }) => answer),
])
