/**
 * Whether the time of an answer tells if there is such an account:
 * `npx tsx --conditions=acarreo-source bench/recovery-timing.ts [tries]`. Asks for recovery links over HTTP, for accounts
 * that exist and for names that do not, in a random order, and compares the medians. Ends with 1 when they differ by
 * 10% or more. The whole product runs, with real mails to a real mail server; only the rate limits are raised, because
 * all requests come from one address.
 */
import { smtpMailer } from '#server/adapters/mailer'
import { users } from '#server/db/schema/accounts'
import { createRateLimits } from '#server/http/rate-limits'
import { register } from '../test/support/actors.ts'
import { catchMail } from '../test/support/smtp.ts'
import { listen } from '../test/support/socket.ts'
import { benchDatabase } from './database.ts'
import { benchApp } from './measure.ts'
import { spreadLine, spreadOf } from './percentiles.ts'
import { report } from './report.ts'

const BOUND = 0.1
const WARM_UP = 40
const tries = Number(process.argv[2] ?? 1000)
const MANY = 1_000_000

await report(async () => {
  const smtp = await catchMail()
  const database = await benchDatabase()
  const app = await benchApp(database, {
    mailer: smtpMailer({ url: smtp.url, from: 'Acarreo <avisos@acarreo.example>' }),
    rateLimits: createRateLimits({ registrationOfAddress: MANY, recoveryOfAddress: MANY }),
  })
  const { origin } = await listen(app)
  const accounts: string[] = []
  for (let i = 0; i < 20; i++)
    accounts.push((await register(app, 'supervisor', `persona${Date.now()}.${i}`)).username)

  await database.orm.update(users).set({ emailConfirmedAt: new Date() })

  async function ask(username: string): Promise<number> {
    const begun = performance.now()
    const answer = await fetch(`${origin}/api/password/reset-request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    return performance.now() - begun
  }

  const name = {
    existing: (i: number) => accounts[i % accounts.length] ?? '',
    // As long as the others, so that nothing but the account differs.
    missing: (i: number) => `nobodys${Date.now()}.${i % accounts.length}`,
  }
  type Kind = keyof typeof name

  const order: Kind[] = [...Array<Kind>(tries).fill('existing'), ...Array<Kind>(tries).fill('missing')]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    const [a, b] = [order[i] as Kind, order[j] as Kind]
    order[i] = b
    order[j] = a
  }

  for (let i = 0; i < WARM_UP; i++) await ask(name[i % 2 === 0 ? 'existing' : 'missing'](i))
  const times: Record<Kind, number[]> = { existing: [], missing: [] }
  for (const [i, kind] of order.entries()) times[kind].push(await ask(name[kind](i)))

  const existing = spreadOf(times.existing)
  const missing = spreadOf(times.missing)
  const ratio = Math.max(existing.p50, missing.p50) / Math.min(existing.p50, missing.p50)
  console.log(spreadLine('existing account', existing))
  console.log(spreadLine('no such account', missing))
  await app.close()
  await database.close()
  console.log(`${smtp.caught.length} mails were sent meanwhile`)
  await smtp.close()
  return {
    figures: { existing, missing },
    bounds: [{ what: 'medians, the larger by the smaller', figure: ratio, atMost: 1 + BOUND }],
  }
})
// The mail server's connections would keep the process.
process.exit()
