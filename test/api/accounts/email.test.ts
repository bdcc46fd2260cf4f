import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import { users } from '#server/db/schema/accounts'
import { emailConfirmations } from '#server/db/schema/sign-in'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { allSent } from '../../support/mails.ts'
import { catchMail, linkIn, type SmtpCatcher, tokenIn } from '../../support/smtp.ts'

const HOUR = 3_600_000

let smtp: SmtpCatcher
let t: TestApp

beforeAll(async () => {
  smtp = await catchMail()
  t = await createTestApp({
    mailer: smtpMailer({ url: smtp.url, from: 'Acarreo <avisos@acarreo.example>' }),
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, recoveryOfAddress: 10_000 }),
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const mailOf = (actor: Actor): string => `${actor.username}@example.com`
const confirm = (token: string) => anonymous(t.app).post('/api/email/confirm', { token })
const rowOf = async ({ id }: Actor) =>
  (await t.deps.database.orm.select().from(users).where(eq(users.id, id)))[0]
const mailsTo = (address: string) => smtp.caught.filter(({ to }) => to.includes(address)).length

describe('a new address', () => {
  it('gets a mail with a link, and is proven when that is opened', async () => {
    const rosa = await register(t.app, 'supervisor')
    expect((await rowOf(rosa))?.emailConfirmedAt).toBeNull()
    const mail = await smtp.next(mailOf(rosa))
    expect(mail.subject).toBe('Confirme su correo en Acarreo')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(rosa.username)
      expect(part).toContain(linkIn(mail).href)
      expect(part).not.toContain('Nombre de')
    }
    const token = tokenIn(mail)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await t.deps.database.orm.select().from(emailConfirmations))).not.toContain(token)
    expect(await confirm(token)).toMatchObject({ status: 200, body: { messageCode: 'email_confirmed' } })
    expect((await rowOf(rosa))?.emailConfirmedAt?.getTime()).toBe(t.clock.now())
    const [line] = (await lines(t)).slice(-1)
    expect(line).toMatchObject({
      action: 'email_confirmed',
      actorId: rosa.id,
      before: { email: null },
      after: { email: mailOf(rosa) },
    })
  })

  it('is proven once, by exactly one of many calls, within a day', async () => {
    const rosa = await register(t.app, 'supervisor')
    const token = tokenIn(await smtp.next(mailOf(rosa)))
    t.clock.advance(24 * HOUR - 1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    const luis = await register(t.app, 'supervisor')
    const late = tokenIn(await smtp.next(mailOf(luis)))
    t.clock.advance(24 * HOUR)
    for (const wrong of [late, `${token}x`, 'x']) {
      expect(await confirm(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
    }
    expect((await rowOf(luis))?.emailConfirmedAt).toBeNull()
  })

  it('is sent the link again on request, until the mailbox has had its share', async () => {
    const rosa = await register(t.app, 'supervisor')
    const first = tokenIn(await smtp.next(mailOf(rosa)))
    const again = () => rosa.post('/api/account/email/confirmation')
    const answers = []
    for (let i = 0; i < 5; i++) answers.push((await again()).body.messageCode)
    const [sent, spent] = ['email_confirmation_sent', 'mailbox_share_spent']
    expect(answers).toEqual([sent, sent, spent, spent, spent])
    await allSent(t)
    expect(mailsTo(mailOf(rosa))).toBe(3)
    expect((await confirm(first)).status).toBe(200)
    t.clock.advance(HOUR)
    expect((await again()).status).toBe(200)
    await allSent(t)
    expect(mailsTo(mailOf(rosa))).toBe(3)
  })

  it('does not use up what recovers an account of the same mailbox', async () => {
    const rosa = await register(t.app, 'supervisor')
    await confirm(tokenIn(await smtp.next(mailOf(rosa))))
    for (let i = 0; i < 6; i++) {
      await anonymous(t.app).post('/api/register', {
        username: `${rosa.username}.${i}`,
        password: 'una buena clave',
        displayName: 'x',
        email: mailOf(rosa).replace('@', `+${i}@`),
        acceptedTerms: true,
      })
    }
    await allSent(t)
    const stranger = (address: string) => address.startsWith(`${rosa.username}+`)
    expect(smtp.caught.filter(({ to }) => to.some(stranger))).toHaveLength(2)
    await anonymous(t.app).post('/api/password/reset-request', { username: rosa.username })
    expect((await smtp.next(mailOf(rosa))).subject).toBe('Restablecer su contraseña de Acarreo')
  })

  it('that is deactivated with its account proves nothing', async () => {
    const rosa = await register(t.app, 'supervisor')
    const token = tokenIn(await smtp.next(mailOf(rosa)))
    await t.deps.database.orm.update(users).set({ isActive: false }).where(eq(users.id, rosa.id))
    expect((await confirm(token)).status).toBe(400)
  })
})

it('an address from before counts as proven', async () => {
  const { rows } = await t.deps.database.pool.query(
    `insert into users (username, password_hash, role, display_name, email)
     values ('de.antes', 'x', 'supervisor', 'x', 'antes@example.com') returning email_confirmed_at`,
  )
  expect(rows[0].email_confirmed_at).not.toBeNull()
})
