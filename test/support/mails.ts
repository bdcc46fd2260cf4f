import { vi } from 'vitest'
import type { Mail, Mailer } from '#server/adapters/mailer'
import type { TestApp } from './app.ts'

/** A mailer that keeps what it is given. */
export function keepMails(): { mailer: Mailer; mails: Mail[] } {
  const mails: Mail[] = []
  return {
    mails,
    mailer: {
      host: null,
      async send(mail) {
        mails.push(mail)
        return { answer: null }
      },
    },
  }
}

/** Resolves when what is done after answers is done, and no mail waits any more. */
export async function allSent({ deps }: TestApp): Promise<void> {
  await deps.afterAnswer.drain(5_000)
  await vi.waitFor(
    async () => {
      const { rows } = await deps.database.pool.query(
        "select recipient, cause, answer from mails where state = 'waiting'",
      )
      if (rows.length > 0) throw new Error(`still waiting: ${JSON.stringify(rows)}`)
    },
    { timeout: 20_000, interval: 20 },
  )
}
