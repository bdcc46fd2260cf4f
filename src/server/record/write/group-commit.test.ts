import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QueueTimeout } from '../../adapters/queues.ts'
import { createGroupCommit } from './group-commit.ts'

interface Write {
  supervisor: number
  row: string
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const write = (supervisor: number, row: string): Write => ({ supervisor, row })
const settled = () => vi.advanceTimersByTimeAsync(0)

/** A group commit whose statements end when the test says so. */
function given({ batch = 100, beside = 100, poisoned = '', retriesAlone = true } = {}) {
  const statements: { rows: string[]; end: (leaveOut?: string) => void }[] = []
  const alone: string[] = []
  const failures: unknown[] = []
  const group = createGroupCommit<Write, string>({
    supervisorOf: ({ supervisor }) => supervisor,
    rowOf: ({ row }) => row,
    together: (writes) =>
      new Promise((resolve, reject) => {
        const rows = writes.map(({ row }) => row)
        statements.push({
          rows,
          end: (leaveOut) =>
            rows.includes(poisoned)
              ? reject(new Error(poisoned))
              : resolve(
                  new Map(rows.filter((row) => row !== leaveOut).map((row) => [row, `${row} together`])),
                ),
        })
      }),
    alone: async ({ row }) => {
      alone.push(row)
      if (row === poisoned) throw new Error(poisoned)
      return `${row} alone`
    },
    retriesAlone: (error) => {
      failures.push(error)
      return retriesAlone
    },
    limits: { batch, beside, timeoutMs: 1_000 },
  })
  return { group, statements, alone, failures }
}

it('what one turn of the event loop brings goes together, and what comes during a statement in the next', async () => {
  const { group, statements } = given()
  const first = [group.run(write(1, 'a')), group.run(write(2, 'b'))]
  await settled()
  const second = [group.run(write(1, 'c')), group.run(write(1, 'd'))]
  await settled()
  expect(statements.map(({ rows }) => rows)).toEqual([['a', 'b']])
  statements[0]?.end()
  await settled()
  expect(await Promise.all(first)).toEqual(['a together', 'b together'])
  statements[1]?.end()
  expect(await Promise.all(second)).toEqual(['c together', 'd together'])
  expect(statements.map(({ rows }) => rows)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

it('sends the next statement before it answers the last one', async () => {
  const { group, statements } = given()
  const order: string[] = []
  void group.run(write(1, 'a')).then(() => order.push(`answered with ${statements.length} sent`))
  await settled()
  void group.run(write(2, 'b'))
  statements[0]?.end()
  await settled()
  expect(order).toEqual(['answered with 2 sent'])
})

it('takes one of each supervisor in turn: a flood delays no one else', async () => {
  const { group, statements } = given({ batch: 3 })
  for (let i = 0; i < 50; i++) void group.run(write(1, `flood ${i}`))
  void group.run(write(2, 'lone'))
  await settled()
  expect(statements[0]?.rows).toEqual(['flood 0', 'lone', 'flood 1'])
  void group.run(write(3, 'later'))
  statements[0]?.end()
  await settled()
  expect(statements[1]?.rows).toEqual(['flood 2', 'later', 'flood 3'])
})

it('two writes of one row never share a statement', async () => {
  const { group, statements } = given()
  const both = [group.run(write(1, 'a')), group.run(write(1, 'a'))]
  await settled()
  expect(statements[0]?.rows).toEqual(['a'])
  statements[0]?.end()
  await settled()
  statements[1]?.end()
  expect(await Promise.all(both)).toEqual(['a together', 'a together'])
})

it('what the statement leaves out is written alone', async () => {
  const { group, statements, alone } = given()
  const both = [group.run(write(1, 'a')), group.run(write(2, 'locked'))]
  await settled()
  statements[0]?.end('locked')
  expect(await Promise.all(both)).toEqual(['a together', 'locked alone'])
  expect(alone).toEqual(['locked'])
})

it('a poisoned write fails alone', async () => {
  const { group, statements, failures } = given({ poisoned: 'bad' })
  const all = ['a', 'bad', 'b'].map((row) => group.run(write(1, row)))
  const outcomes = Promise.allSettled(all)
  await settled()
  statements[0]?.end()
  expect(
    (await outcomes).map((outcome) => ('value' in outcome ? outcome.value : outcome.reason.message)),
  ).toEqual(['a alone', 'bad', 'b alone'])
  expect(failures).toHaveLength(1)
  // The next statement runs as usual.
  const next = group.run(write(1, 'c'))
  await settled()
  statements[1]?.end()
  expect(await next).toBe('c together')
})

it('nothing is written alone after a statement that was not answered', async () => {
  const { group, statements, alone } = given({ poisoned: 'silent', retriesAlone: false })
  const outcomes = Promise.allSettled(['a', 'silent'].map((row) => group.run(write(1, row))))
  await settled()
  statements[0]?.end()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(alone).toEqual([])
})

it('refuses those who wait too long for a hanging statement, and leaves no timer', async () => {
  const { group, statements } = given()
  const underWay = group.run(write(1, 'a'))
  await settled()
  const refused = expect(group.run(write(1, 'b'))).rejects.toThrow(QueueTimeout)
  await vi.advanceTimersByTimeAsync(1_500)
  await refused
  const late = group.run(write(1, 'c'))
  statements[0]?.end()
  await settled()
  expect(await underWay).toBe('a together')
  expect(statements[1]?.rows).toEqual(['c'])
  statements[1]?.end()
  await late
  // It looks once more.
  await vi.advanceTimersByTimeAsync(250)
  expect(vi.getTimerCount()).toBe(0)
})

it('runs a second statement beside the first when enough wait, and no third', async () => {
  const { group, statements } = given({ beside: 3 })
  void group.run(write(1, 'a'))
  await settled()
  void group.run(write(5, 'b'))
  void group.run(write(6, 'c'))
  await settled()
  expect(statements.map(({ rows }) => rows)).toEqual([['a']])
  void group.run(write(7, 'd'))
  await settled()
  expect(statements.map(({ rows }) => rows)).toEqual([['a'], ['b', 'c', 'd']])
  for (const n of [8, 9, 10, 11]) void group.run(write(n, `later ${n}`))
  await settled()
  expect(statements).toHaveLength(2)
  statements[1]?.end()
  await settled()
  expect(statements[2]?.rows).toEqual(['later 8', 'later 9', 'later 10', 'later 11'])
})

it('never has writes of one supervisor in two statements', async () => {
  const { group, statements } = given({ beside: 2 })
  void group.run(write(1, 'a'))
  await settled()
  for (const row of ['b', 'c', 'd']) void group.run(write(1, row))
  void group.run(write(2, 'e'))
  await settled()
  expect(statements).toHaveLength(1)
  void group.run(write(3, 'f'))
  await settled()
  expect(statements[1]?.rows).toEqual(['e', 'f'])
  statements[1]?.end()
  await settled()
  // Those of the first supervisor wait for their own, whoever else is ready.
  expect(statements).toHaveLength(2)
  statements[0]?.end()
  await settled()
  expect(statements[2]?.rows).toEqual(['b', 'c', 'd'])
})
