import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OperatorResponse } from '#contract/http/people/operators'
import type { OperationEvent } from '../../../api/operation.ts'
import { operatorNames } from '../../../api/people/operator-names.ts'
import { NO_FILTERS, narrow } from './filters.ts'
import { type HistoryPage, holdBack, mergeHistory, newestSeq } from './model.ts'

const START = Date.parse('2026-03-01T15:00:00.000Z')
const ALL = narrow(NO_FILTERS, 'UTC')
const NAMES = operatorNames([{ id: 2, username: 'julian', displayName: 'Chofer N5' } as OperatorResponse])
const ROUTES_ONLY = narrow({ ...NO_FILTERS, eventTypes: ['en_route'] }, 'UTC')

/** An event that happened `seq` minutes after the start, unless `minute` says when. */
function event(seq: number, more: Partial<OperationEvent> & { minute?: number } = {}): OperationEvent {
  const { minute = seq, ...fields } = more
  const timestamp = new Date(START + minute * 60_000).toISOString()
  return {
    id: seq,
    eventId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    seq,
    userId: 2,
    username: 'julian',
    operationKey: 'MSKU1234565_abcdefghijklmnop',
    containerNumber: 'MSKU1234565',
    operationType: 'load',
    eventType: 'en_route',
    timestamp,
    reportedAt: null,
    recordedAt: timestamp,
    duration: null,
    location: null,
    coordinates: null,
    accuracy: null,
    fixAgeSeconds: null,
    positionGrade: null,
    clockOffsetMs: null,
    googleMapsLink: null,
    ...fields,
  }
}

const page = (events: OperationEvent[], more: Partial<HistoryPage> = {}): HistoryPage => ({
  events,
  total: events.length,
  next: null,
  heard: 0,
  ...more,
})

const live = (...events: OperationEvent[]) => events.map((each, order) => ({ event: each, order }))
const seqs = (rows: readonly OperationEvent[]) => rows.map(({ seq }) => seq)

describe('the history', () => {
  it('is its pages, without what two of them share', () => {
    const pages = [page([event(4), event(3)], { total: 4, next: 'c' }), page([event(3), event(2), event(1)])]
    expect(mergeHistory(pages, [], ALL, NAMES)).toMatchObject({ total: 4 })
    expect(seqs(mergeHistory(pages, [], ALL, NAMES).rows)).toEqual([4, 3, 2, 1])
  })

  it('has what comes live on top, and counts it', () => {
    const { rows, total } = mergeHistory([page([event(1)])], live(event(2), event(3)), ALL, NAMES)
    expect(seqs(rows)).toEqual([3, 2, 1])
    expect(total).toBe(3)
  })

  it('counts nothing twice that the answer already has', () => {
    const { rows, total } = mergeHistory([page([event(2), event(1)])], live(event(2)), ALL, NAMES)
    expect(seqs(rows)).toEqual([2, 1])
    expect(total).toBe(2)
  })

  it('lets no live event that was retracted before the request close an interval', () => {
    const { rows } = mergeHistory([page([event(1)], { heard: 1 })], live(event(2)), ALL, NAMES)
    expect(rows).toEqual([event(1)])
  })

  it('ignores live events from before the request: a later page has them', () => {
    const pages = [page([event(3)], { total: 2, next: 'c', heard: 1 })]
    expect(mergeHistory(pages, live(event(2)), ALL, NAMES).total).toBe(2)
  })

  it('takes in only what matches the filters', () => {
    const { rows, total } = mergeHistory(
      [page([])],
      live(event(2, { eventType: 'end_trip' })),
      ROUTES_ONLY,
      NAMES,
    )
    expect(rows).toEqual([])
    expect(total).toBe(0)
  })

  it('finds a live event by what its row says of the driver', () => {
    const found = (text: string, names = NAMES) =>
      mergeHistory([page([])], live(event(1)), narrow({ ...NO_FILTERS, text }, 'UTC'), names).total
    expect([found('chofer n5'), found('JULIAN'), found('N5 (julian)'), found('maria')]).toEqual([1, 1, 1, 0])
    // The account is gone.
    expect([found('chofer n5', new Map()), found('julian', new Map())]).toEqual([0, 1])
  })

  it('puts a late event where it belongs in time', () => {
    const late = event(4, { minute: 1.5 })
    expect(seqs(mergeHistory([page([event(3), event(2), event(1)])], live(late), ALL, NAMES).rows)).toEqual([
      3, 2, 4, 1,
    ])
  })

  it('counts a late event below the loaded part, and leaves the row to its page', () => {
    const pages = [page([event(3), event(2)], { total: 3, next: 'c' })]
    const { rows, total } = mergeHistory(pages, live(event(4, { minute: 0.5 })), ALL, NAMES)
    expect(seqs(rows)).toEqual([3, 2])
    expect(total).toBe(4)
  })

  it('closes the interval before when the operation goes on', () => {
    const next = event(3, { minute: 9.99, eventType: 'arrived_at_park' })
    const [, before] = mergeHistory([page([event(2)])], live(next), ALL, NAMES).rows
    expect(before?.duration).toBe(479)
  })

  it('closes it too when the next event does not match the filters', () => {
    const next = event(3, { minute: 4, eventType: 'arrived_at_park' })
    const { rows } = mergeHistory([page([event(2)])], live(next), ROUTES_ONLY, NAMES)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.duration).toBe(120)
  })

  it('closes it with the very next event, not with a later one', () => {
    const { rows } = mergeHistory([page([event(2)])], live(event(5), event(3)), ALL, NAMES)
    expect(rows.find(({ seq }) => seq === 2)?.duration).toBe(60)
  })

  it("leaves other operations' intervals open, and closed ones as they are", () => {
    const pages = [
      page([event(2, { operationKey: 'CSQU3054383_abcdefghijklmnop' }), event(1, { duration: 7 })]),
    ]
    const { rows } = mergeHistory(pages, live(event(3)), ALL, NAMES)
    expect(rows.map(({ duration }) => duration)).toEqual([null, null, 7])
  })

  it('is empty when nothing can match', () => {
    expect(mergeHistory([page([])], live(event(1)), null, NAMES)).toEqual({ rows: [], total: 0 })
  })

  it('is the same list, however the events are split between the answer and the live channel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.array(fc.nat(3)), (split, overlap) => {
        const all = Array.from({ length: 12 }, (_, index) => event(index + 1))
        const answered = all.slice(0, split).reverse()
        const heard = [...all.slice(Math.max(0, split - overlap.length)), ...all.slice(split)]
        const { rows, total } = mergeHistory([page(answered)], live(...heard), ALL, NAMES)
        expect(seqs(rows)).toEqual(seqs([...all].reverse()))
        expect(total).toBe(12)
      }),
    )
  })
})

describe('while the person reads further down', () => {
  const rows = [event(5), event(4), event(2)]

  it('what comes is counted and not shown', () => {
    expect(holdBack(rows, 4)).toEqual({ shown: [event(4), event(2)], waiting: 1 })
  })

  it('a late event is held back as well', () => {
    expect(seqs(holdBack([event(4), event(6, { minute: 3 }), event(2)], 4).shown)).toEqual([4, 2])
  })

  it('the list is the same object when nothing waits', () => {
    expect(holdBack(rows, 5).shown).toBe(rows)
    expect(holdBack(rows, null).shown).toBe(rows)
  })

  it('counts from the highest number', () => {
    expect(newestSeq([event(3), event(7, { minute: 1 }), event(2)])).toBe(7)
    expect(newestSeq([])).toBe(-1)
  })
})
