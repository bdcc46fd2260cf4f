import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordAudit, removeOldAudit } from '#server/features/base/audit/service'
import { verifyAudit } from '#server/features/base/audit/verify'
import { SYSTEM_TRACE } from '#server/identity/trace'
import { register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { asOwner } from '../../support/database.ts'

let t: TestApp
beforeEach(async () => {
  t = await createTestApp()
  const boss = await register(t.app, 'supervisor')
  for (const name of ['Uno', 'Dos', 'Tres']) {
    await boss.post('/api/users/invitations')
    await recordAudit(t.deps.database.orm, SYSTEM_TRACE, t.clock.now(), {
      action: 'premium_expired',
      target: name,
      before: { z: 1, a: { d: [1.5, null], b: 'á"\\' }, 7: true, gone: undefined } as object,
    })
  }
})
afterEach(() => t.close())

const verify = () => verifyAudit(t.deps.database)

/** As the owner, who alone can, with the trigger out of the way. */
const tamper = (...statements: string[]) =>
  asOwner(t.deps.database, async ({ pool }) => {
    for (const statement of ['alter table audit_log disable trigger all', ...statements]) {
      await pool.query(statement)
    }
  })

it('holds: every line carries the hash of the one before it', async () => {
  expect(await verify()).toEqual({ chains: 2, lines: 7, fault: null, complete: true })
})

it('holds when many lines of one account are written at once', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      recordAudit(t.deps.database.orm, SYSTEM_TRACE, t.clock.now(), {
        action: 'premium_expired',
        target: `${i}`,
      }),
    ),
  )
  expect(await verify()).toMatchObject({ lines: 47, fault: null, complete: true })
})

it('a transaction that waits holds up its own account alone', async () => {
  const other = await register(t.app, 'supervisor')
  await t.deps.database.orm
    .transaction(async (tx) => {
      await recordAudit(tx, SYSTEM_TRACE, t.clock.now(), { action: 'premium_expired' })
      expect((await other.post('/api/users/invitations')).status).toBe(201)
      tx.rollback()
    })
    .catch(() => {})
  expect(await verify()).toMatchObject({ fault: null, complete: true })
})

describe('names the line', () => {
  it.each([
    ['that was changed', "update audit_log set target = 'Otro' where target = 'Dos'", 'Dos'],
    [
      'whose time was changed',
      "update audit_log set at = at - interval '1 second' where target = 'Dos'",
      'Dos',
    ],
    ['whose details were changed', `update audit_log set before = '{"z": 2}' where target = 'Dos'`, 'Dos'],
    ['after one that is missing', "delete from audit_log where target = 'Dos'", 'Tres'],
  ])('%s', async (_name, statement, target) => {
    const line = (await lines(t)).find((one) => one.target === target)?.id
    await tamper(statement)
    expect((await verify()).fault).toEqual({ chain: 'system', line })
  })
})

it('notices that the newest line is missing', async () => {
  await tamper("delete from audit_log where target = 'Tres'")
  expect((await verify()).fault).toEqual({ chain: 'system', line: null })
})

it('notices a line without a chain among those that have one', async () => {
  await tamper(
    "insert into audit_log (at, actor_kind, actor_name, action) values (now(), 'admin', 'nadie', 'admin_login')",
  )
  expect((await verify()).fault).toMatchObject({ chain: '', line: expect.any(Number) })
})

describe('removing what is old', () => {
  it('takes the oldest lines of each chain and leaves the rest verifiable', async () => {
    const day = 24 * 60 * 60 * 1000
    const written = t.clock.now()
    t.clock.advance(20 * day)
    await recordAudit(t.deps.database.orm, SYSTEM_TRACE, t.clock.now(), {
      action: 'premium_expired',
      target: 'Cuatro',
    })
    t.clock.advance(30 * day)
    await removeOldAudit(t.deps.database, { now: t.clock.now(), days: 40 })
    expect((await lines(t)).map(({ action, target, after }) => [action, target, after])).toEqual([
      ['premium_expired', 'Cuatro', null],
      ['audit_pruned', null, { rows: 7, to: new Date(written + 10 * day).toISOString() }],
    ])
    expect(await verify()).toEqual({ chains: 2, lines: 2, fault: null, complete: true })
    await tamper("delete from audit_log where target = 'Cuatro'")
    expect((await verify()).fault).toMatchObject({ chain: 'system' })
  })

  it('is the only way in which a line goes, and never takes one of the last 30 days', async () => {
    const run = (statement: string) => t.deps.database.orm.execute(sql.raw(statement))
    const refused = async (statement: string) => {
      const error = await run(statement).catch((e: Error) => e)
      expect(String((error as Error).cause)).toMatch(/permission denied|30 days/)
    }
    await refused("select prune_audit(now() - interval '29 days')")
    await refused('delete from audit_log')
    await refused('delete from audit_chains')
    await refused('update audit_chains set anchor_position = 2')
    expect(await verify()).toMatchObject({ lines: 7, fault: null })
  })
})
