import { expect, it } from 'vitest'
import { createSharedFaults, leavingShared, type SharedLine } from './shared-faults.ts'
import type { Tell } from './tell.ts'

const away: SharedLine = { code: 'DB_UNREACHABLE', fields: { host: 'db:5432', reason: 'ECONNREFUSED' } }
const back = (suppressed: number): SharedLine => ({ code: 'DB_BACK', fields: { seconds: 1, suppressed } })

/** The primary of workers with names. */
function given() {
  const told: [string, object][] = []
  let now = 0
  const faults = createSharedFaults<string>(
    (code, fields) => void told.push([code, fields]),
    () => now,
  )
  return { told, ...faults, pass: (milliseconds: number) => (now += milliseconds) }
}

it('a fault that three workers see has two lines, which count what all of them saw', () => {
  const { told, said, pass } = given()
  for (const worker of ['a', 'b', 'c']) said(worker, away)
  expect(told).toEqual([['DB_UNREACHABLE', away.fields]])
  pass(5_000)
  said('b', back(7))
  said('a', back(4))
  // One that never saw it.
  said('d', back(9))
  expect(told).toHaveLength(1)
  pass(1_000)
  said('c', back(0))
  expect(told.slice(1)).toEqual([['DB_BACK', { ...away.fields, seconds: 6, suppressed: 13 }]])
  said('a', away)
  expect(told).toHaveLength(3)
})

it('one whose only witness has ended is over when another stands in its place', () => {
  const { told, said, running } = given()
  said('a', away)
  running(['a', 'b'])
  expect(told).toHaveLength(1)
  running(['b', 'c'])
  expect(told.map(([code]) => code)).toEqual(['DB_UNREACHABLE', 'DB_BACK'])
})

it('a worker says everything else itself', () => {
  const [left, told]: [SharedLine[], string[]] = [[], []]
  const tell: Tell = leavingShared(
    (line) => left.push(line),
    (code) => void told.push(code),
  )
  tell('REDIS_UNREACHABLE', { host: 'redis:6379', reason: 'ECONNREFUSED' })
  tell('DB_BUSY', { reason: 'timed out' })
  expect(left.map(({ code }) => code)).toEqual(['REDIS_UNREACHABLE'])
  expect(told).toEqual(['DB_BUSY'])
})
