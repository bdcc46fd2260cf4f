import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation, OperationEvent } from '../../../api/operation.ts'
import {
  addEvent,
  applyDestination,
  applyOperation,
  applySnapshot,
  type Board,
  cardTone,
  EMPTY_BOARD,
  freshness,
  operationOf,
} from './model.ts'

const operation = (id: string, version: number, over: Partial<Operation> = {}): Operation => ({
  operationKey: id,
  containerNumber: 'MSKU1234565',
  operationType: 'load',
  isActive: true,
  ended: false,
  newestEventType: 'en_route',
  newestStepType: 'en_route',
  newestStepAt: '2026-11-20T15:00:00.000Z',
  newestStepRecordedAt: null,
  startedAt: '2026-11-20T14:00:00.000Z',
  newestEventAt: '2026-11-20T15:00:00.000Z',
  totalDuration: 3600,
  userId: 7,
  username: 'luis',
  displayName: 'Luis',
  location: null,
  googleMapsLink: null,
  coordinates: null,
  version,
  ...over,
})

/** A history is who moved, in order; an operation ends with its `length`-th move and then moves no more. */
interface Update {
  operation: Operation
  seq: number
}

const history = fc
  .record({
    moves: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 }),
    lengths: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ moves, lengths }): Update[] => {
    const versions = new Map<number, number>()
    const updates: Update[] = []
    for (const who of moves) {
      const version = (versions.get(who) ?? 0) + 1
      const length = lengths[who] ?? 1
      if (version > length) continue
      versions.set(who, version)
      const ended = version === length && length > 1
      updates.push({
        operation: operation(`op${who}`, version, { ended, isActive: !ended }),
        seq: updates.length + 1,
      })
    }
    return updates
  })

/** What the server answers when asked at `seq`. */
function listAt(updates: readonly Update[], seq: number): Operation[] {
  const newest = new Map<string, Operation>()
  for (const update of updates)
    if (update.seq <= seq) newest.set(update.operation.operationKey, update.operation)
  return [...newest.values()].filter((o) => o.isActive)
}

const content = (board: Board): Record<string, number> =>
  Object.fromEntries(
    board.order
      .map((id) => [id, operationOf(board, id)?.version ?? -1] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const truth = (updates: readonly Update[]): Record<string, number> =>
  Object.fromEntries(
    listAt(updates, updates.length)
      .map((o) => [o.operationKey, o.version] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

type Action = { kind: 'message'; at: number } | { kind: 'list'; at: number }

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom<'message' | 'list'>('message', 'message', 'message', 'list'),
    at: fc.nat(1000),
  }),
  { maxLength: 60 },
)

function act(board: Board, updates: readonly Update[], action: Action): Board {
  if (action.kind === 'list') {
    const seq = action.at % (updates.length + 1)
    return applySnapshot(board, listAt(updates, seq), seq)
  }
  const update = updates[action.at % updates.length]
  return update ? applyOperation(board, update.operation, update.seq) : board
}

const sound = (board: Board): void => {
  expect(new Set(board.order).size).toBe(board.order.length)
  for (const id of board.order) expect(operationOf(board, id)).not.toBeNull()
  for (const [id, entry] of board.entries) expect(board.order.includes(id)).toBe(entry.operation !== null)
}

describe('the board', () => {
  it('ends true after a catch-up, whatever was lost, doubled or overtaken before it, and stays true after it', () => {
    fc.assert(
      fc.property(history, actions, actions, (updates, before, after) => {
        let board = before.reduce((b, action) => act(b, updates, action), EMPTY_BOARD)
        sound(board)
        board = applySnapshot(board, listAt(updates, updates.length), updates.length)
        expect(content(board)).toEqual(truth(updates))
        board = after.reduce((b, action) => act(b, updates, action), board)
        sound(board)
        expect(content(board)).toEqual(truth(updates))
      }),
      { numRuns: 500 },
    )
  })

  it('needs no list at all when every message comes, in any order and more than once', () => {
    const shuffled = history.chain((updates) =>
      fc.tuple(
        fc.constant(updates),
        fc.shuffledSubarray(updates, { minLength: updates.length }),
        fc.array(fc.nat(1000), { maxLength: 10 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([updates, order, again]) => {
        let board = order.reduce((b, u) => applyOperation(b, u.operation, u.seq), EMPTY_BOARD)
        for (const at of again) board = act(board, updates, { kind: 'message', at })
        expect(content(board)).toEqual(truth(updates))
      }),
    )
  })

  it('puts newcomers at the front and leaves the others where they are', () => {
    let board = applySnapshot(EMPTY_BOARD, [operation('a', 1), operation('b', 1)], 2)
    board = applyOperation(board, operation('c', 1), 3)
    board = applyOperation(board, operation('b', 2), 4)
    expect(board.order).toEqual(['c', 'a', 'b'])
  })

  it('takes another destination without a number, and the next record still counts', () => {
    const placed = { placeId: 3, placeGiven: true, clientId: null }
    const board = applySnapshot(EMPTY_BOARD, [operation('a', 1)], 2)
    const given = applyDestination(board, { operationKey: 'a', ...placed })
    expect(operationOf(given, 'a')).toMatchObject({ version: 1, ...placed })
    expect(operationOf(applyOperation(given, operation('a', 2, placed), 3), 'a')?.version).toBe(2)
    expect(applyDestination(board, { operationKey: 'ended', ...placed })).toBe(board)
  })

  it('orders a first list by start, newest first', () => {
    const board = applySnapshot(
      EMPTY_BOARD,
      [operation('old', 1), operation('new', 1, { startedAt: '2026-11-20T14:30:00.000Z' })],
      2,
    )
    expect(board.order).toEqual(['new', 'old'])
  })

  it('keeps the same object where a list brings nothing new but the length so far', () => {
    const first = operation('a', 1)
    const board = applySnapshot(EMPTY_BOARD, [first], 1)
    const again = applySnapshot(board, [operation('a', 1, { totalDuration: 4000 })], 1)
    expect(operationOf(again, 'a')).toBe(first)
    expect(operationOf(applySnapshot(board, [operation('a', 1, { displayName: 'L.' })], 1), 'a')).not.toBe(
      first,
    )
  })

  it('returns the same board for a message that says nothing new', () => {
    const board = applyOperation(EMPTY_BOARD, operation('a', 2), 5)
    expect(applyOperation(board, operation('a', 1), 4)).toBe(board)
    expect(applyOperation(board, operation('a', 2), 5)).toBe(board)
  })
})

describe('the event list', () => {
  const event = (seq: number) => ({ seq }) as OperationEvent

  it('is newest first, without doubles and bounded, whatever the order of arrival', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 })),
        fc.integer({ min: 1, max: 20 }),
        (seqs, limit) => {
          const list = seqs.reduce<readonly OperationEvent[]>((l, seq) => addEvent(l, event(seq), limit), [])
          const newest = [...new Set(seqs)].sort((a, b) => b - a).slice(0, limit)
          expect(list.map(({ seq }) => seq)).toEqual(newest)
        },
      ),
    )
  })
})

describe('words', () => {
  it.each([
    ['stop_bathroom', 'stopped'],
    ['stop_fuel', 'stopped'],
    ['stop_rest', 'stopped'],
    ['resume_route', 'resuming'],
    ['en_route', 'normal'],
    ['end_trip', 'normal'],
  ] as const)('%s is %s', (eventType, tone) => {
    expect(cardTone(eventType)).toBe(tone)
  })

  it.each([
    [0, { kind: 'now' }],
    [4_999, { kind: 'now' }],
    [5_000, { kind: 'seconds', count: 5 }],
    [119_999, { kind: 'seconds', count: 119 }],
    [120_000, { kind: 'minutes', count: 2 }],
    [3_599_999, { kind: 'minutes', count: 59 }],
    [3_600_000, { kind: 'clock' }],
    [-3_000, { kind: 'now' }],
  ])('%i ms old', (age, expected) => {
    expect(freshness(1_000_000_000, 1_000_000_000 + age)).toEqual(expected)
  })
})
