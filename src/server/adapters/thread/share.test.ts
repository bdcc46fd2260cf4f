import { beforeEach, describe, expect, it } from 'vitest'
import { createThreadShare, type ThreadShare } from './share.ts'

let now = 0
let begun: string[] = []
let turn: (() => void)[] = []
let share: ThreadShare

beforeEach(() => {
  now = 0
  begun = []
  turn = []
  share = createThreadShare(
    2,
    () => now,
    (act) => turn.push(act),
  )
})

/** Pieces of work of this key, each of which holds the thread so long. */
function ask(key: string, { times = 1, milliseconds = 0.5 } = {}): void {
  for (let i = 0; i < times; i++) {
    share.begin(key, () => {
      begun.push(key)
      now += milliseconds
    })
  }
}

function nextTurn(): string[] {
  begun = []
  for (const act of turn.splice(0)) act()
  return begun
}

describe('the share of a turn of the event loop', () => {
  it('lets begin at once what fits into it', () => {
    ask('a', { times: 4 })
    expect(begun).toEqual(['a', 'a', 'a', 'a'])
    expect(nextTurn()).toEqual([])
    expect(turn).toEqual([])
  })

  it('lets the rest wait for the turns after', () => {
    ask('a', { times: 10 })
    expect(begun).toHaveLength(4)
    expect(nextTurn()).toHaveLength(4)
    expect(nextTurn()).toHaveLength(2)
    expect(turn).toHaveLength(1)
  })

  it('gives the thread to who had it least, however many of another one wait', () => {
    ask('flood', { times: 50 })
    ask('quiet', { times: 2 })
    expect(nextTurn()).toEqual(['flood', 'quiet', 'flood', 'quiet'])
    ask('other')
    expect(nextTurn()).toEqual(['other', 'flood', 'flood', 'flood'])
  })

  it('counts time, not pieces', () => {
    ask('a', { times: 4 })
    ask('long', { times: 3, milliseconds: 2 })
    ask('short', { times: 6 })
    expect([nextTurn(), nextTurn(), nextTurn()]).toEqual([
      ['long'],
      ['short', 'short', 'short', 'short'],
      ['long'],
    ])
  })

  it('lets nobody save up time that they did not use', () => {
    ask('busy', { times: 44 })
    for (let i = 0; i < 5; i++) nextTurn()
    ask('late', { times: 20 })
    expect(nextTurn()).toEqual(['late', 'busy', 'late', 'busy'])
  })

  it('counts what somebody had who comes back at once', () => {
    ask('busy', { times: 50 })
    ask('late')
    expect(nextTurn()).toEqual(['busy', 'late', 'busy', 'busy'])
    ask('late', { milliseconds: 5 })
    expect(nextTurn()).toEqual(['late'])
    ask('late')
    expect(nextTurn()).toEqual(['busy', 'busy', 'busy', 'busy'])
  })

  it('lets nobody pass those that wait', () => {
    ask('a', { times: 5 })
    now += 100
    ask('b')
    expect(begun).toHaveLength(4)
    expect(nextTurn()).toEqual(['a', 'b'])
  })

  it('lets one begin that takes longer than the share', () => {
    ask('a', { times: 3, milliseconds: 20 })
    expect([begun.length, nextTurn().length, nextTurn().length]).toEqual([1, 1, 1])
  })

  it('counts the share of a turn from its first request, not from the turn before', () => {
    ask('a')
    nextTurn()
    now += 1000
    ask('a', { times: 4 })
    expect(begun).toHaveLength(4)
  })
})
