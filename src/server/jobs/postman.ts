import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppDeps, Postman } from '../deps.ts'
import { createMailSender, type Outcome } from '../features/base/mails/sender.ts'
import { createSpell } from '../log/spell.ts'
import { type Log, tellTo } from '../log/tell.ts'
import { holdJob } from './queries.ts'

/** Name of the job, and of its lock: one process of the installation sends. */
export const MAILS_JOB = 'mails'
/** How often a process asks again whether the one that sends has ended. */
const HELD_MS = 250
/** How long a stop waits for what is due; then for the mail that is under way, and the rest waits in the database. */
const STOP_MS = 2_000

/** Sends mails after the commits that cause them. The job that comes every few seconds finds what this misses. */
export function createPostman(
  deps: Pick<AppDeps, 'database' | 'clock' | 'mailer' | 'sessionSecrets'>,
  log: Log,
  onOutcome: (outcome: Outcome) => void,
): Postman & { stop(): Promise<void> } {
  const tell = tellTo(log)
  /** The server takes none: one fault, however many mails wait for it. */
  const serverFault = createSpell(tell, { begin: 'MAIL_REFUSED', end: 'MAIL_BACK' })
  const sender = createMailSender(deps, {
    onOutcome(outcome) {
      if (outcome === 'sent') serverFault.over()
      onOutcome(outcome)
    },
    onRefused({ outcome, ...about }) {
      if (outcome === 'held') serverFault.seen(about)
      else tell('MAIL_NOT_SENT', { ...about, outcome })
    },
  })
  let again = false
  let running: Promise<void> | null = null
  let stopped = false

  async function attempt(): Promise<void> {
    while (again && !stopped) {
      again = false
      const hold = await holdJob(deps.database.pool, MAILS_JOB)
      if (hold === null) {
        again = true
        await pause(HELD_MS)
        continue
      }
      try {
        await sender.sendDue(() => !stopped && !hold.isLost())
      } finally {
        await hold.release()
      }
    }
  }

  function wake(): void {
    again = true
    if (stopped || running) return
    running = attempt()
      .catch((err: unknown) => tell('BACKGROUND_FAILED', { err, work: 'enviar los correos que esperan' }))
      .finally(() => {
        running = null
        if (again) wake()
      })
  }

  return {
    wake,
    async sendDue() {
      await sender.sweep()
      await sender.sendDue(() => !stopped)
    },
    async stop() {
      const limit = new AbortController()
      const over = pause(STOP_MS, undefined, { signal: limit.signal }).catch(() => undefined)
      await Promise.race([running, over])
      limit.abort()
      stopped = true
      await running
    },
  }
}

/** The postman of this app, who stops with it: after what is done after answers, which may cause mails. */
export function installPostman(app: FastifyInstance, deps: Parameters<typeof createPostman>[0]): Postman {
  const postman = createPostman(deps, app.log, app.metrics.countMail)
  app.decorate('postman', postman)
  app.addHook('onClose', () => postman.stop())
  return postman
}
