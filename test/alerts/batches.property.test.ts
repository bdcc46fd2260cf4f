import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertLevel } from '#domain/alert/kinds'
import type { Finding, StoredRule } from '#server/features/desk/alerts/judging/findings'
import { enabledRules, openAlerts, writeFindings } from '#server/features/desk/alerts/judging/queries'
import { type Actor, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'

let t: TestApp
let boss: Actor
let rules: StoredRule[]

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  // Makes the standard rules.
  await boss.get('/api/alert-rules')
  rules = (await enabledRules(t.deps.database.orm)).slice(0, 2)
})
afterAll(() => t.close())
beforeEach(() => ownerDoes(t.deps.database, 'delete from alerts'))

const ruleOf = (n: number): StoredRule => {
  const rule = rules[n]
  if (!rule) throw new Error('no rule')
  return rule
}
const found = (
  action: 'raise' | 'escalate',
  { rule = 0, key = 'A', moment = 0, level = 1 }: Partial<Place> & { moment?: number; level?: AlertLevel },
): Finding => {
  const at = t.clock.now() + moment * 1000
  const verdict = { since: at, limit: 60, found: null, level, raisedAt: at, levelAt: at + level }
  return { action, rule: ruleOf(rule), operationKey: key, verdict }
}
const closed = ({ rule = 0, key = 'A' }: Partial<Place>): Finding => ({
  ...{ action: 'close', ruleId: ruleOf(rule).id, supervisorId: boss.id },
  ...{ operationKey: key, why: 'reason_gone' },
})
const write = (...findings: Finding[]) =>
  writeFindings(t.deps.database.orm, findings, new Date(t.clock.now()))
const stored = async () =>
  (
    await t.deps.database.pool.query<{ moment: number; level: number; open: boolean }>(
      `select (extract(epoch from raised_at) - $1)::integer as moment, level, closed_at is null as open
       from alerts order by raised_at, id`,
      [t.clock.now() / 1000],
    )
  ).rows

describe('one batch', () => {
  it('that raises and closes writes nothing, and the next alert is raised', async () => {
    expect(await write(found('raise', {}), closed({}))).toEqual([])
    expect(await stored()).toEqual([])
    await write(found('raise', { moment: 1 }))
    expect(await stored()).toEqual([{ moment: 1, level: 1, open: true }])
  })

  it('that closes and raises replaces the alert', async () => {
    await write(found('raise', {}))
    expect(await write(closed({}), found('raise', { moment: 1, level: 2 }))).toHaveLength(2)
    expect(await stored()).toEqual([
      { moment: 0, level: 1, open: false },
      { moment: 1, level: 2, open: true },
    ])
  })

  it('that raises and escalates raises at the newest level', async () => {
    expect(await write(found('raise', {}), found('escalate', { level: 3 }))).toHaveLength(1)
    expect(await stored()).toEqual([{ moment: 0, level: 3, open: true }])
  })

  it('that closes an alert and raises it again leaves it open, once', async () => {
    await write(found('raise', {}))
    await write(closed({}), found('raise', { level: 2 }))
    expect(await stored()).toEqual([{ moment: 0, level: 2, open: true }])
  })
})

interface Place {
  rule: number
  key: string
}
const step = fc.record({
  rule: fc.constantFrom(0, 1),
  key: fc.constantFrom('A', 'B'),
  // What the judge finds when the alert is open; 'again' is when it is closed: at the same moment as before.
  act: fc.constantFrom('close', 'replace', 'escalate', 'again'),
  // Whether a batch ends here, and whose findings come first in it: those of one operation alone keep their order.
  ends: fc.option(fc.constantFrom('AB', 'BA')),
})

let runs = 0

it('however findings fall into batches, what is open in the end is what the judge holds as open', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      // Operations of this run alone.
      const run = ++runs
      const open = new Map<string, { moment: number; level: AlertLevel }>()
      const newest = new Map<string, number>()
      let batch: Finding[] = []
      let moment = 0
      for (const { rule, key, act, ends } of [...steps, { rule: 0, key: 'A', act: 'close', ends: 'AB' }]) {
        const place = `${rule}${key}${run}`
        const known = open.get(place)
        const raise = (at: number, level: AlertLevel): void => {
          batch.push(found('raise', { rule, key: key + run, moment: at, level }))
          open.set(place, { moment: at, level })
          newest.set(place, at)
        }
        if (!known) raise((act === 'again' && newest.get(place)) || ++moment, 1)
        else if (act === 'escalate' && known.level < 3) {
          const level = (known.level + 1) as AlertLevel
          batch.push(found('escalate', { rule, key: key + run, moment: known.moment, level }))
          open.set(place, { ...known, level })
        } else {
          batch.push(closed({ rule, key: key + run }))
          open.delete(place)
          if (act === 'replace') raise(++moment, 2)
        }
        if (ends === null) continue
        await write(
          ...[...ends].flatMap((one) => batch.filter(({ operationKey }) => operationKey.startsWith(one))),
        )
        batch = []
      }
      const inDatabase = (await openAlerts(t.deps.database.orm, [boss.id]))
        .filter(({ operationKey }) => operationKey.slice(1) === String(run))
        .map((alert) => [
          `${rules.findIndex(({ id }) => id === alert.ruleId)}${alert.operationKey}`,
          { moment: (alert.since - t.clock.now()) / 1000, level: alert.level },
        ])
      expect(inDatabase.sort()).toEqual([...open].sort())
    }),
    { numRuns: 150 },
  )
}, 120_000)
