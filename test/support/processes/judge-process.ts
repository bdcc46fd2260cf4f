/**
 * A process that judges alerts and pushes them, as each process of the product does, and nothing else. Its bus brings
 * nothing, and its clock is the machine's plus what the test tells. Run by kill.test.ts in test/alerts.
 */
import { Agent } from 'node:https'
import { plainClock } from '#server/adapters/clock'
import { createWebPush } from '#server/adapters/web-push'
import { connect } from '#server/db/connect'
import { startAlertJudge } from '#server/jobs/alert-judge'
import { memoryBus } from '#server/live/bus/memory'

export interface JudgeProcessOptions {
  databaseUrl: string
  pushOrigin: string
  /** Of the push service. */
  certificate: string
  timezone: string
  /** Milliseconds that its clock is ahead of the machine's. */
  aheadMs: number
}

const options: JudgeProcessOptions = JSON.parse(process.argv[2] ?? '')
let { aheadMs } = options
const database = connect({ connectionString: options.databaseUrl })
const judge = startAlertJudge(
  {
    database,
    bus: memoryBus(),
    clock: plainClock(() => Date.now() + aheadMs),
    config: { timezone: options.timezone } as Parameters<typeof startAlertJudge>[0]['config'],
    webPush: createWebPush({
      privateKey: Buffer.alloc(32, 9).toString('base64url'),
      contact: 'soporte@example.com',
      agent: new Agent({ ca: options.certificate }),
      allows: ({ origin }) => origin === options.pushOrigin,
    }),
  },
  { error: console.error },
  { during: (_name, run) => run() },
)
// Each message sets the clock; the answer says whether this process judges.
process.on('message', (ahead: number) => {
  aheadMs = ahead
  process.send?.(judge.leads())
})
process.on('SIGTERM', async () => {
  await judge.stop()
  await database.close()
  process.exit(0)
})
