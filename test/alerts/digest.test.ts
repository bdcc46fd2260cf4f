import { expect, it, onTestFinished } from 'vitest'
import type { Mail } from '#server/adapters/mailer'
import { sendDigests } from '#server/features/desk/alerts/digest'
import { createAlertJudge } from '#server/jobs/alert-judge'
import { operatorOf, register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'
import { setFlags } from '../support/flags.ts'

it('the daily mail tells each alert of a rule that is in it once, and nothing without premium', async () => {
  const mails: Mail[] = []
  const t = await createTestApp({ mailer: { send: async (mail) => void mails.push(mail) } })
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
    mails.length = 0
    await sendDigests(t.deps, t.clock.now(), () => {})
    return mails
  }

  await judge.beat()
  const first = await stopped()
  expect(await sendAll()).toEqual([
    expect.objectContaining({
      subject: '1 aviso en el último día',
      text: expect.stringContaining(`Aviso: Parada larga  ${first.containerId}`),
    }),
  ])
  expect(mails[0]?.text).not.toContain(first.driver.username)
  expect(await sendAll()).toEqual([])

  const rules = (await boss.get('/api/alert-rules')).body
  const rule = rules.find(({ kind }: { kind: string }) => kind === 'stop_long')
  await boss.put(`/api/alert-rules/${rule.id}`, { ...rule, mail: false })
  await stopped()
  expect(await sendAll()).toEqual([])
  await boss.put(`/api/alert-rules/${rule.id}`, { ...rule, mail: true })
  await setFlags(t.deps, boss, { realTimeInfo: false })
  expect(await sendAll()).toEqual([])
})
