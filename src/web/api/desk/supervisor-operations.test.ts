import { afterEach, expect, it, vi } from 'vitest'
import { fetchOperations } from './supervisor-operations.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('sends the tag of the list that it holds, and answers that list when nothing has changed', async () => {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const tag = new Headers(init.headers).get('if-none-match')
    asked.push(tag)
    return tag === 'W/"4.x"'
      ? new Response(null, { status: 304 })
      : new Response('{"operations":[],"seq":4}', { headers: { etag: 'W/"4.x"' } })
  })
  const { signal } = new AbortController()
  const first = await fetchOperations(null, signal)
  expect(first.body).toEqual({ operations: [], seq: 4 })
  expect(await fetchOperations(first, signal)).toBe(first)
  expect(asked).toEqual([null, 'W/"4.x"'])
})
