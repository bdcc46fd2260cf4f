import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import { users } from '#server/db/schema/accounts'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, login, operatorOf, register } from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { catchMail, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'

const FROM = 'Acarreo <avisos@acarreo.example>'
const NEW_PASSWORD = 'otra clave mejor'

let smtp: SmtpCatcher
let t: TestApp
let admin: Administrator

beforeAll(async () => {
  smtp = await catchMail()
  t = await createTestApp({
    mailer: smtpMailer({ url: smtp.url, from: FROM }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000 }),
  })
  admin = await administrator(t.app)
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const mailOf = ({ username }: Actor): string => `${username}@example.com`
const send = (id: number | string, who = admin) => who.post(`/api/admin/users/${id}/password-reset`)

/** The address is not proven yet. */
async function supervisor(): Promise<Actor> {
  const actor = await register(t.app, 'supervisor')
  await smtp.next(mailOf(actor))
  return actor
}

describe('a reset that the administrator sends', () => {
  it('reaches the account’s address, says so, and leaves a line; the password stays until the link is used', async () => {
    const rosa = await supervisor()
    const answer = await send(rosa.id)
    expect(answer).toMatchObject({
      status: 200,
      body: { messageCode: 'reset_sent', params: { email: mailOf(rosa), minutes: 60 } },
    })
    const mail = await smtp.next(mailOf(rosa))
    expect(mail.subject).toBe('Restablecer su contraseña de Acarreo')
    expect((await lines(t)).at(-1)).toMatchObject({
      action: 'password_reset_sent',
      actorKind: 'admin',
      target: rosa.username,
      targetId: rosa.id,
      after: { email: mailOf(rosa) },
    })
    expect((await rosa.get('/api/user')).status).toBe(200)
    const used = { token: tokenIn(mail), newPassword: NEW_PASSWORD }
    expect((await anonymous(t.app).post('/api/password/reset', used)).status).toBe(200)
    expect((await login(t.app, rosa.username, NEW_PASSWORD)).id).toBe(rosa.id)
  })

  it('is refused with the reason: no address, deactivated, unknown', async () => {
    const boss = await supervisor()
    const driver = await operatorOf(t.app, boss)
    expect(await send(driver.id)).toMatchObject({
      status: 409,
      body: { code: 'reset_refused', messageCode: 'account_without_email' },
    })
    await t.deps.database.orm.update(users).set({ isActive: false }).where(eq(users.id, boss.id))
    expect(await send(boss.id)).toMatchObject({
      status: 409,
      body: { code: 'reset_refused', messageCode: 'account_is_deactivated' },
    })
    for (const id of ['999999', 'x', '0']) expect((await send(id)).status).toBe(404)
    expect((await lines(t)).at(-1)?.targetId).not.toBe(boss.id)
  })

  it('counts for the mailbox: says when it has had its share, and leaves no line', async () => {
    const rosa = await supervisor()
    const answers = []
    // The registration has sent the first of three in the hour.
    for (let i = 0; i < 3; i++) answers.push((await send(rosa.id)).body.messageCode)
    expect(answers).toEqual(['reset_sent', 'reset_sent', 'mailbox_share_spent'])
    const told = (await lines(t)).filter(({ targetId }) => targetId === rosa.id)
    expect(told.filter(({ action }) => action === 'password_reset_sent')).toHaveLength(2)
  })

  it('is taken while the mail server takes none, and the list of mails says why', async () => {
    const bad = await catchMail({ refuse: true })
    const own = await createTestApp({ mailer: smtpMailer({ url: bad.url, from: FROM }) })
    const rosa = await register(own.app, 'supervisor')
    await own.deps.afterAnswer.drain(5_000)
    const console = await administrator(own.app)
    expect((await send(rosa.id, console)).status).toBe(200)
    const newest = async () => (await console.get('/api/admin/mails?limit=1')).body.mails[0]
    await expect.poll(newest, { timeout: 5_000 }).toMatchObject({
      ...{ kind: 'recovery', state: 'failed', recipient: mailOf(rosa), account: { id: rosa.id } },
      ...{ cause: 'content', answer: expect.stringContaining('554 5.7.1'), mayRetry: true, tries: 1 },
    })
    await own.close()
    await bad.close()
  })
})
