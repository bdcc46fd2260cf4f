import { expect, it } from 'vitest'
import { createSpell, createSpells } from './spell.ts'
import type { Tell } from './tell.ts'

/** A clock that stands, with timers that a test lets come. */
function given() {
  const told: [string, object][] = []
  const tell: Tell = (code, fields) => void told.push([code, fields])
  let now = 0
  let due: { at: number; act: () => void }[] = []
  const timing = {
    elapsed: () => now,
    after(milliseconds: number, act: () => void) {
      const timer = { at: now + milliseconds, act }
      due.push(timer)
      return () => {
        due = due.filter((other) => other !== timer)
      }
    },
  }
  function pass(milliseconds: number): void {
    const end = now + milliseconds
    for (;;) {
      const [next] = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      due = due.filter((timer) => timer !== next)
      now = next.at
      next.act()
    }
    now = end
  }
  return { told, tell, timing, pass, timers: () => due.length }
}

it('has a line when it begins and one when it is over, which counts what came in between', () => {
  const { told, tell, timing, pass } = given()
  const spell = createSpell(tell, { begin: 'DB_UNREACHABLE', end: 'DB_BACK' }, timing)
  spell.over()
  for (let i = 0; i < 31; i++) {
    spell.seen({ host: 'db:5432', reason: 'ECONNREFUSED', err: new Error('with a stack') })
    pass(1_000)
  }
  spell.over()
  spell.over()
  expect(told).toEqual([
    ['DB_UNREACHABLE', expect.objectContaining({ host: 'db:5432', reason: 'ECONNREFUSED' })],
    ['DB_BACK', { host: 'db:5432', reason: 'ECONNREFUSED', seconds: 31, suppressed: 30 }],
  ])
})

it('is over by itself when it has not shown for a while, with one timer however often it shows', () => {
  const { told, tell, timing, pass, timers } = given()
  const spell = createSpell(tell, { begin: 'DB_BUSY', end: 'DB_CALM' }, { ...timing, quietMs: 60_000 })
  for (let i = 0; i < 100; i++) {
    spell.seen({ reason: 'timed out' })
    expect(timers()).toBe(1)
    pass(1_000)
  }
  pass(58_000)
  expect(told).toHaveLength(1)
  pass(2_000)
  expect(told[1]).toEqual(['DB_CALM', { reason: 'timed out', seconds: 99, suppressed: 99 }])
  expect(timers()).toBe(0)
})

it('is kept for each account apart, for so many at most', () => {
  const { told, tell, timing, pass } = given()
  const codes = { begin: 'LIMIT_REFUSES', end: 'LIMIT_OVER' } as const
  const spells = createSpells(tell, codes, { ...timing, quietMs: 1_000, most: 2 })
  for (const who of ['a', 'b', 'a', 'c']) spells.seen(who, { who, route: 'GET /' })
  expect(told.map(([code, fields]) => [code, (fields as { who: string }).who])).toEqual([
    ['LIMIT_REFUSES', 'a'],
    ['LIMIT_REFUSES', 'b'],
  ])
  pass(1_000)
  spells.seen('c', { who: 'c', route: 'GET /' })
  expect(told.slice(2).map(([code]) => code)).toEqual(['LIMIT_OVER', 'LIMIT_OVER', 'LIMIT_REFUSES'])
})
