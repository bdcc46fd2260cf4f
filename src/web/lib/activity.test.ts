import { expect, it } from 'vitest'
import { ACTIVITY_EVERY_MS } from '#domain/account/idle'
import { watchActivity } from './activity.ts'

const LIMIT = 15 * 60_000

function desk(limit: number | null = LIMIT) {
  let at = 1_000_000
  let reports = 0
  let locked = 0
  let other = 0
  const watch = watchActivity({
    now: () => at,
    limitMs: () => limit,
    shared: {
      read: () => other,
      write: (time) => {
        other = time
      },
    },
    report: () => reports++,
    onIdle: () => locked++,
  })
  return {
    ...watch,
    pass: (ms: number) => {
      at += ms
    },
    otherTab: () => {
      other = at
    },
    state: () => ({ reports, locked }),
  }
}

it('reports a person once a minute, however much they type', () => {
  const page = desk()
  for (let second = 0; second < 120; second++) {
    page.seen()
    page.pass(1000)
  }
  expect(page.state()).toEqual({ reports: 120_000 / ACTIVITY_EVERY_MS, locked: 0 })
})

it('locks after the limit, and not before', () => {
  const page = desk()
  page.seen()
  page.pass(LIMIT - 1)
  expect(page.check()).toBe(false)
  page.pass(1)
  expect(page.check()).toBe(true)
  expect(page.state().locked).toBe(1)
})

it('a key after the limit, as after a sleep, locks and is not reported', () => {
  const page = desk()
  page.seen()
  page.pass(LIMIT)
  page.seen()
  expect(page.state()).toEqual({ reports: 1, locked: 1 })
})

it('another tab keeps it open, and a new login begins anew', () => {
  const page = desk()
  page.pass(LIMIT - 1)
  page.otherTab()
  page.pass(2)
  expect(page.check()).toBe(false)
  page.pass(LIMIT)
  expect(page.check()).toBe(true)
  page.restart()
  expect(page.check()).toBe(false)
})

it('never locks without a limit', () => {
  const page = desk(null)
  page.pass(100 * LIMIT)
  expect(page.check()).toBe(false)
})
