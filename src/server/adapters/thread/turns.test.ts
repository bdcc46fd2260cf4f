import { beforeEach, expect, it } from 'vitest'
import { createTurns, type Turns } from './turns.ts'

let now = 0
let done: string[] = []
let pending: (() => void)[] = []
let turns: Turns

beforeEach(() => {
  now = 0
  done = []
  pending = []
  turns = createTurns(
    () => now,
    (act) => pending.push(act),
  )
})

const ask = (name: string): void => turns.nextTurn(() => done.push(name))

function turn(): string[] {
  done = []
  for (const act of pending.splice(0)) act()
  return done
}

it('runs one callback in each turn of the event loop, in order, and schedules no turn when none waits', () => {
  ask('a')
  ask('b')
  expect([turn(), turn(), pending]).toEqual([['a'], ['b'], []])
})

it('lets work ask again', () => {
  turns.nextTurn(() => ask('again'))
  ask('other')
  expect([turn(), turn(), turn(), pending]).toEqual([[], ['other'], ['again'], []])
})

it('lets connections in before work, for a while', () => {
  ask('a')
  ask('b')
  const connected = () => {
    turns.accepted()
    const had = turn()
    now += 8
    return had
  }
  expect([connected(), connected(), connected(), connected(), connected()]).toEqual([[], [], [], [], ['a']])
  expect([connected(), turn(), pending]).toEqual([[], ['b'], []])
})
