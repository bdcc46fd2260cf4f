import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { claimMail } from '#server/features/base/mails/queries'
import { mailing } from '#server/features/base/mails/service'
import { createTestApp } from '../support/app.ts'

const MAILS = 40
const CLAIMERS = 8
const ROUNDS = 5

it('is claimed once, however many claim at the same time', async () => {
  const t = await createTestApp()
  onTestFinished(() => t.close())
  const { orm } = t.deps.database
  const later = (milliseconds: number) => new Date(t.clock.now() + milliseconds)
  const mail = { to: 'rosa@example.com', subject: 'Asunto', text: 'Hola', html: '<p>Hola</p>' }
  const claims = { now: later(2_000), until: later(60_000) }
  for (let round = 0; round < ROUNDS; round++) {
    await mailing(t.deps, async (tx, store) => {
      for (let i = 0; i < MAILS; i++) await store({ kind: 'notice', userId: null, tenantId: i, mail })
      // Not due yet for the process itself.
      await tx.execute(
        sql`update mails set next_try_at = ${later(1_000).toISOString()} where state = 'waiting'`,
      )
    })
    const claimed: number[] = []
    await Promise.all(
      Array.from({ length: CLAIMERS }, async () => {
        for (let row = await claimMail(orm, claims); row; row = await claimMail(orm, claims))
          claimed.push(row.id)
      }),
    )
    expect(claimed).toHaveLength(MAILS)
    expect(new Set(claimed).size).toBe(MAILS)
    await orm.execute(sql`delete from mails`)
  }
})
