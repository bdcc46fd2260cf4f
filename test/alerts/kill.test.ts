import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createWebPush } from '#server/adapters/web-push'
import { operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp, testClock } from '../support/app.ts'
import type { JudgeProcessOptions } from '../support/processes/judge-process.ts'
import { startPushEndpoint } from '../support/push-endpoint.ts'

const PROGRAM = fileURLToPath(new URL('../support/processes/judge-process.ts', import.meta.url))
const MOST_LATE_MS = 5_000
const at = (time: string): number => Date.parse(`2026-03-10T${time}-06:00`)
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

interface JudgeProcess {
  child: ChildProcess
  /** Sets its clock; whether it judges. */
  tell(aheadMs: number): Promise<boolean>
  kill(): Promise<unknown>
}

function startJudge(options: JudgeProcessOptions): JudgeProcess {
  const child = fork(PROGRAM, [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx', '--conditions=acarreo-source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  return {
    child,
    async tell(aheadMs) {
      child.send(aheadMs)
      return (await once(child, 'message'))[0]
    },
    kill() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** The product's address of the database of `t`, for another process. */
function databaseUrl({ deps }: TestApp): string {
  const { database, user } = deps.database.pool.options
  const { host, port } = inject('postgres')
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

it('120 free minutes from 08:00, the process that judges killed twice: 09:00, 09:36, 10:00 and each push once, within 5 s', async () => {
  const phone = await startPushEndpoint()
  onTestFinished(() => phone.close())
  const { origin: pushOrigin } = new URL(phone.subscription.endpoint)
  const clock = testClock(at('08:00:00'))
  const webPush = createWebPush({
    privateKey: Buffer.alloc(32, 9).toString('base64url'),
    contact: 'soporte@example.com',
    allows: ({ origin }) => origin === pushOrigin,
  })
  const t = await createTestApp({ clock, webPush })
  onTestFinished(() => t.close())
  const boss = await register(t.app, 'supervisor')
  for (const rule of (await boss.get('/api/alert-rules')).body) {
    const isIt = rule.kind === 'free_time'
    const parameters = isIt ? { minutes: 120, fromPercent: 50 } : rule.parameters
    await boss.put(`/api/alert-rules/${rule.id}`, { ...rule, enabled: isIt, parameters })
  }
  expect((await boss.post('/api/push-subscriptions', phone.subscription)).status).toBe(204)
  const driver = await operatorOf(t.app, boss)
  const { body } = await driver.post('/api/containers', { containerId: 'TEST5900001', operationType: 'load' })
  for (const eventType of ['en_route', 'arrived_at_park']) {
    await driver.post('/api/events', { containerId: body.containerId, eventType })
  }

  let aheadMs = at('08:30:00') - Date.now()
  const start = () =>
    startJudge({
      databaseUrl: databaseUrl(t),
      ...{ pushOrigin, certificate: phone.certificate, timezone: 'America/Mexico_City', aheadMs },
    })
  let judges = [start(), start(), start()]
  /** From now on it is this time, and the clocks run. */
  async function moveTo(time: string): Promise<void> {
    aheadMs = at(time) - Date.now()
    await Promise.all(judges.map((judge) => judge.tell(aheadMs)))
  }
  async function killLeader(): Promise<void> {
    const leads = await Promise.all(judges.map((judge) => judge.tell(aheadMs)))
    const leader = judges[leads.indexOf(true)]
    if (!leader) throw new Error('none judges')
    judges = judges.filter((judge) => judge !== leader)
    await leader.kill()
  }
  const someoneLeads = () =>
    until(async () => expect(await Promise.all(judges.map((judge) => judge.tell(aheadMs)))).toContain(true))
  /** By the clock of the processes. */
  const arrivals: number[] = []
  const arrived = async (messages: number): Promise<void> => {
    await until(() => expect(phone.messages).toHaveLength(messages))
    arrivals.push((phone.arrivedAt.at(-1) ?? 0) + aheadMs)
  }

  await someoneLeads()
  await moveTo('08:59:59')
  await arrived(1)
  // Before the moment.
  await moveTo('09:35:59')
  await killLeader()
  await arrived(2)
  // Between the claim and the answer of the push service.
  phone.answer(null)
  await moveTo('09:59:59')
  await arrived(3)
  await killLeader()
  await someoneLeads()
  // It ends when nothing is being sent any more.
  const [last] = judges
  last?.child.kill('SIGTERM')
  await until(() => expect(last?.child.exitCode).toBe(0))

  const { pool } = t.deps.database
  const { rows: alerts } = await pool.query('select raised_at, level_at from alerts')
  expect(alerts).toEqual([{ raised_at: new Date(at('09:00:00')), level_at: new Date(at('10:00:00')) }])
  const { rows: notices } = await pool.query(
    'select created_at, claimed_at, sent_at from alert_notices order by id',
  )
  expect(notices.map(({ claimed_at, sent_at }) => [claimed_at !== null, sent_at !== null])).toEqual([
    [true, true],
    [true, true],
    [true, false],
  ])
  expect(phone.messages.map(({ title }) => title)).toEqual([
    'Aviso: Tiempo libre',
    'Importante: Tiempo libre',
    'Urgente: Tiempo libre',
  ])
  const moments = ['09:00:00', '09:36:00', '10:00:00'].map(at)
  const late = moments.flatMap((due, i) => [Number(notices[i]?.created_at) - due, (arrivals[i] ?? 0) - due])
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...late), String(late)).toBeLessThanOrEqual(MOST_LATE_MS)
}, 60_000)
