import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEATURES } from '#domain/account/entitlements'
import { readConfig } from '#server/config'
import { featureFlags, invitations } from '#server/db/schema/accounts'
import { liveTokens, recoveryTokens, session } from '#server/db/schema/sign-in'
import { expirePremium } from '#server/features/base/entitlements/expiry'
import { productJobs } from '#server/jobs/product-jobs'
import { type RunOutcome, runJob } from '#server/jobs/run-job'
import type { BusMessage } from '#server/live/bus/bus'
import { type Actor, login, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'

let t: TestApp
let dataDir: string
let boss: Actor

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-jobs-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  boss = await register(t.app, 'supervisor', 'jefa')
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const MINUTE = 60_000
const DAY = 86_400_000

/** Runs a job of the product as its process would. */
async function run(name: string): Promise<RunOutcome['kind']> {
  const job = productJobs(t.deps.config).find((candidate) => candidate.name === name)
  if (!job) throw new Error(`no job ${name}`)
  const outcome = await runJob(job, t.deps)
  if (outcome.kind === 'failed') throw outcome.error
  return outcome.kind
}

const flagsOf = async (who: Actor) => {
  const [row] = await t.deps.database.orm.select().from(featureFlags).where(eq(featureFlags.userId, who.id))
  if (!row) throw new Error('no flags')
  return row
}
const set = (who: Actor, values: Partial<typeof featureFlags.$inferInsert>) =>
  t.deps.database.orm.update(featureFlags).set(values).where(eq(featureFlags.userId, who.id))
const OFF = { ...Object.fromEntries(FEATURES.map((feature) => [feature, false])), premiumActivated: false }

describe('premium_expiry', () => {
  it('stores the end of premium: flags, an audit line by the product, and a message', async () => {
    const who = await register(t.app, 'supervisor', 'vencida')
    const end = new Date(t.clock.now() + 5 * MINUTE)
    await set(who, { premiumExpirationDate: end, linkSharing: false, operatorLimit: 7 })
    const heard: BusMessage[] = []
    const stop = t.deps.bus.subscribe((message) => heard.push(message))
    t.clock.advance(5 * MINUTE - 1)
    await run('premium_expiry')
    expect(await flagsOf(who)).toMatchObject({ kpiVisibility: true, premiumActivated: true })
    expect(heard).toEqual([])

    t.clock.advance(MINUTE)
    const before = (await lines(t)).length
    const read = (await who.get('/api/user/features')).body
    expect(await run('premium_expiry')).toBe('ran')
    expect(await flagsOf(who)).toMatchObject({
      ...OFF,
      premiumExpirationDate: end,
      operatorLimit: 7,
      lastUpdated: new Date(t.clock.now()),
      updatedBy: 'Acarreo',
    })
    // The effective flags and the answer have not changed.
    expect((await who.get('/api/user/features')).body).toEqual(read)
    expect((await lines(t)).slice(before)).toEqual([
      expect.objectContaining({
        actorKind: 'system',
        actorId: null,
        actorName: 'Acarreo',
        address: null,
        action: 'premium_expired',
        target: 'vencida',
        targetId: who.id,
        before: {
          kpiVisibility: true,
          realTimeInfo: true,
          fullScreenEnabled: true,
          linkSharing: false,
          operationLogs: true,
          premiumActivated: true,
          premiumExpirationDate: end.toISOString(),
        },
        after: { ...OFF, premiumExpirationDate: end.toISOString() },
      }),
    ])
    expect(heard).toEqual([{ kind: 'entitlements_changed', supervisorId: who.id }])

    // Once: flags that are off are not turned off again.
    t.clock.advance(MINUTE)
    expect(await run('premium_expiry')).toBe('ran')
    expect(await lines(t)).toHaveLength(before + 1)
    expect(heard).toHaveLength(1)
    stop()
  })

  it('leaves premium that has not expired or has no expiry', async () => {
    const endless = await register(t.app, 'supervisor')
    await set(endless, { premiumExpirationDate: null })
    const later = await register(t.app, 'supervisor')
    await set(later, { premiumExpirationDate: new Date(t.clock.now() + DAY) })
    t.clock.advance(MINUTE)
    const before = (await lines(t)).length
    await run('premium_expiry')
    expect(await flagsOf(endless)).toMatchObject({ linkSharing: true, premiumActivated: true })
    expect(await flagsOf(later)).toMatchObject({ linkSharing: true, premiumActivated: true })
    expect(await lines(t)).toHaveLength(before)
  })

  it('leaves premium that is renewed at the same moment', async () => {
    const who = await register(t.app, 'supervisor')
    await set(who, { premiumExpirationDate: new Date(t.clock.now() - 1) })
    const before = (await lines(t)).length
    let expiring: Promise<void> = Promise.resolve()
    await t.deps.database.orm.transaction(async (tx) => {
      await tx
        .update(featureFlags)
        .set({ premiumExpirationDate: new Date(t.clock.now() + 30 * DAY) })
        .where(eq(featureFlags.userId, who.id))
      expiring = expirePremium(t.deps, t.clock.now())
      // Until the job waits for the row that is being changed here.
      await expect
        .poll(async () => {
          const { rows } = await t.deps.database.pool.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
          return rows.length
        })
        .toBe(1)
    })
    await expiring
    expect(await flagsOf(who)).toMatchObject({ linkSharing: true, premiumActivated: true })
    expect(await lines(t)).toHaveLength(before)
  })
})

describe('session_cleanup', () => {
  it('deletes expired sessions and live tokens only', async () => {
    const { orm } = t.deps.database
    const phone = await login(t.app, 'jefa')
    const now = t.clock.now()
    await orm.insert(session).values([
      { sid: 'expired', sess: { userId: boss.id }, expire: new Date(now) },
      { sid: 'nearly', sess: { userId: boss.id }, expire: new Date(now + 1) },
    ])
    const token = { userId: boss.id, sessionId: 'x' }
    await orm.insert(liveTokens).values([
      { ...token, tokenHash: 'expired', expiresAt: new Date(now) },
      { ...token, tokenHash: 'nearly', expiresAt: new Date(now + 1) },
    ])
    await run('session_cleanup')
    const sids = (await orm.select().from(session)).map((row) => row.sid)
    expect(sids).toContain('nearly')
    expect(sids).not.toContain('expired')
    expect((await orm.select().from(liveTokens)).map((row) => row.tokenHash)).toEqual(['nearly'])
    expect((await phone.get('/api/user')).status).toBe(200)
    expect((await boss.get('/api/user')).status).toBe(200)
  })
})

describe('recovery_tokens and invitations', () => {
  it('delete what has expired', async () => {
    const { orm } = t.deps.database
    const now = t.clock.now()
    const ends = { expired: new Date(now), nearly: new Date(now + 1) }
    for (const [tokenHash, expiresAt] of Object.entries(ends)) {
      await orm.insert(recoveryTokens).values({ tokenHash, userId: boss.id, expiresAt })
      await orm.insert(invitations).values({ tokenHash, supervisorId: boss.id, expiresAt })
    }
    await run('recovery_tokens')
    expect((await orm.select().from(recoveryTokens)).map((row) => row.tokenHash)).toEqual(['nearly'])
    expect((await orm.select().from(invitations)).map((row) => row.tokenHash)).toEqual(['expired', 'nearly'])
    await run('invitations')
    expect((await orm.select().from(invitations)).map((row) => row.tokenHash)).toEqual(['nearly'])
  })
})

describe('backups', () => {
  const files = async () => (await readdir(join(dataDir, 'backups')).catch(() => [])).sort()

  it('are written once a day at 03:00 of APP_TIMEZONE, and the newest seven are kept', async () => {
    // The first start of a product that never had one.
    expect(await run('backups')).toBe('ran')
    expect(await run('backups')).toBe('not_due')
    for (let day = 1; day <= 8; day++) {
      // Mexico City is six hours behind.
      const three = Date.parse('2026-03-19T09:00:00Z') + day * DAY
      t.clock.advance(three - 1 - t.clock.now())
      expect(await run('backups')).toBe(day === 1 ? 'ran' : 'not_due')
      // A late check does not move the schedule.
      t.clock.advance(day % 3 === 0 ? 1 : 11 * MINUTE)
      expect(await run('backups')).toBe('ran')
      expect(await run('backups')).toBe('not_due')
    }
    const kept = await files()
    expect(kept).toHaveLength(7)
    const newest = (await lines(t)).at(-1)
    expect(newest).toMatchObject({
      actorKind: 'system',
      action: 'backup_written',
      after: { file: kept.at(-1) },
    })
  }, 60_000)

  it('are written at another hour, or not at all', async () => {
    const { timezone } = t.deps.config
    const of = (backupHour: number | null) =>
      productJobs({ timezone, backupHour, auditCopy: null }).find(({ name }) => name === 'backups')
    expect(of(null)).toBeUndefined()
    const noon = Date.parse('2026-04-01T18:00:00Z')
    expect(of(12)?.dueSince?.(noon - 1)).toBe(noon - DAY - 1)
    expect(of(12)?.dueSince?.(noon)).toBe(noon - 1)
  })
})
