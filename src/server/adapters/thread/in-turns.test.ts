import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurns, mapInTurns } from './in-turns.ts'

const [one, other] = [{ supervisorId: 1 }, { supervisorId: 2 }]

function* busyFor(milliseconds: number): Generator<void, string> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) yield
  return 'done'
}

it('lets others have the thread while it works, and returns what the work returns', async () => {
  let turns = 0
  let isDone = false
  const beside = (): void => {
    turns++
    if (!isDone) setImmediate(beside)
  }
  setImmediate(beside)
  expect(await inTurns(one, busyFor(200))).toBe('done')
  isDone = true
  expect(turns).toBeGreaterThan(1)
})

it('gives the thread to one of many in each turn of the event loop', async () => {
  // What the test before has begun.
  await nextTurn()
  const held = new Map<number, Set<number>>()
  let turn = 0
  let isDone = false
  const count = (): void => {
    turn++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  /** A piece is longer than the share of a turn. */
  function* piece(who: number): Generator<void, void> {
    for (let n = 0; n < 4; n++) {
      const until = performance.now() + 7
      while (performance.now() < until);
      held.set(turn, (held.get(turn) ?? new Set()).add(who))
      yield
    }
  }
  await Promise.all([1, 2, 3, 4, 5].map((who) => inTurns({ supervisorId: who }, piece(who))))
  isDone = true
  expect(held.size).toBe(20)
  expect([...held.values()].map(({ size }) => size)).toEqual(Array.from(held, () => 1))
})

it('gives a tenant with much work no more turns than one with little', async () => {
  await nextTurn()
  const done: string[] = []
  const much = Array.from({ length: 10 }, () => inTurns(one, busyFor(30)).then(() => done.push('much')))
  const little = inTurns(other, busyFor(10)).then(() => done.push('little'))
  await Promise.all([...much, little])
  expect(done[0]).toBe('little')
})

it('maps in order', async () => {
  expect(await mapInTurns(one, [3, 1, 2], (n) => n * 2)).toEqual([6, 2, 4])
  await expect(
    mapInTurns(null, [1], () => {
      throw new Error('wrong')
    }),
  ).rejects.toThrow('wrong')
})
