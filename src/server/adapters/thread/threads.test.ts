import { expect, it } from 'vitest'
import { createThreads } from './threads.ts'

const { signal } = new AbortController()
const run = createThreads<string>(new URL('../../../../test/support/thread-work.ts', import.meta.url), {
  most: 1,
})

it('runs what a module exports in another thread, and throws what it throws', async () => {
  expect(await run('one', 'where', 'hola', signal)).toEqual({ said: 'hola', isMainThread: false })
  await expect(run('one', 'fail', null, signal)).rejects.toThrow('wrong')
})

it('ends work at once whose signal aborts, and goes on with the next', async () => {
  const leaving = new AbortController()
  const ended = run('one', 'forever', null, leaving.signal)
  const next = run('other', 'where', 'después', signal)
  setTimeout(() => leaving.abort(), 50)
  await expect(ended).rejects.toThrow()
  expect(await next).toMatchObject({ said: 'después' })
})

it('rejects the work of a module that does not load', async () => {
  const broken = createThreads<string>(new URL('./no-such-module.ts', import.meta.url), { most: 1 })
  await expect(broken('one', 'where', null, signal)).rejects.toThrow()
})
