import { beforeEach, describe, expect, it } from 'vitest'
import { createThreadShare } from './thread-share.ts'

let now = 0
let begun: string[] = []
let turn: (() => void)[] = []
let enter: (key: string, begin: () => void) => void

beforeEach(() => {
  now = 0
  begun = []
  turn = []
  enter = createThreadShare<string>(
    () => now,
    (act) => turn.push(act),
  )
})

/** Requests of this key, each of which holds the thread so long. */
function ask(key: string, { times = 1, milliseconds = 0.5 } = {}): void {
  for (let i = 0; i < times; i++) {
    enter(key, () => {
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

describe('the share that requests have of a turn of the event loop', () => {
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

  it('gives each key a place in turn, however many of another one wait', () => {
    ask('flood', { times: 50 })
    ask('quiet', { times: 2 })
    expect(nextTurn()).toEqual(['flood', 'quiet', 'flood', 'quiet'])
    ask('other')
    expect(nextTurn()).toEqual(['flood', 'other', 'flood', 'flood'])
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
