import { expect, it, onTestFinished } from 'vitest'
import { sendDigests } from '#server/features/desk/alerts/digest'
import { createAlertJudge } from '#server/jobs/alert-judge'
import { operatorOf, register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { setFlags } from '../support/flags.ts'
import { allSent, keepMails } from '../support/mails.ts'

const DAY_MS = 24 * 60 * 60_000

it('the daily mail tells each alert of a rule that is in it once, and nothing without premium', async () => {
  const { mailer, mails } = keepMails()
  const t = await createTestApp({ mailer })
  onTestFinished(() => t.close())
  const boss = await register(t.app, 'supervisor')
  await t.deps.database.pool.query('update users set email_confirmed_at = now() where id = $1', [boss.id])
  const judge = createAlertJudge(t.deps, { error: console.error })
  onTestFinished(() => judge.stop())
  let boxes = 7_000_000
  const stopped = async () => {
    const driver = await operatorOf(t.app, boss)
    const containerId = `TEST${boxes++}`
    const { body } = await driver.post('/api/containers', { containerId, operationType: 'load' })
    for (const eventType of ['en_route', 'stop_fuel'])
      await driver.post('/api/events', { containerId: body.containerId, eventType })
    t.clock.advance(46 * 60_000)
    await judge.beat()
    return { driver, containerId, operationKey: body.containerId }
  }
  const sendAll = async () => {
    await allSent(t)
    mails.length = 0
    await sendDigests(t.deps, t.clock.now())
    await allSent(t)
    return mails
  }

  for (const rule of (await boss.get('/api/alert-rules')).body)
    if (rule.kind !== 'stop_long') await boss.put(`/api/alert-rules/${rule.id}`, { ...rule, mail: false })
  await judge.beat()
  const first = await stopped()
  expect(await sendAll()).toEqual([
    expect.objectContaining({
      subject: '1 aviso nuevo',
      text: expect.stringContaining(`Aviso: Parada larga  ${first.containerId}`),
    }),
  ])
  expect(mails[0]?.text).not.toContain(first.driver.username)
  // Another run, and another level of the same alert.
  expect(await sendAll()).toEqual([])
  t.clock.advance(30 * 60_000)
  await judge.beat()
  expect(await sendAll()).toEqual([])

  // After days without a run, and when two run at once.
  const second = await stopped()
  t.clock.advance(4 * DAY_MS)
  const change = (how: string) =>
    asOwner(t.deps.database, ({ pool }) => pool.query(`alter table mails ${how}`))
  await change('add constraint nothing_fits check (false) not valid')
  await expect(sendAll()).rejects.toThrow()
  await change('drop constraint nothing_fits')
  t.clock.advance(DAY_MS)
  await Promise.all([sendAll(), sendDigests(t.deps, t.clock.now())])
  await allSent(t)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(second.containerId)
  expect(mails[0]?.text).not.toContain(`Parada larga  ${first.containerId}`)

  // What is passed over is not mailed later.
  const rules = (await boss.get('/api/alert-rules')).body
  const rule = rules.find(({ kind }: { kind: string }) => kind === 'stop_long')
  await boss.put(`/api/alert-rules/${rule.id}`, { ...rule, mail: false })
  await stopped()
  expect(await sendAll()).toEqual([])
  await boss.put(`/api/alert-rules/${rule.id}`, { ...rule, mail: true })
  expect((await sendAll()).some(({ text }) => text.includes('Parada larga'))).toBe(false)
  await setFlags(t.deps, boss, { realTimeInfo: false })
  expect(await sendAll()).toEqual([])
})
