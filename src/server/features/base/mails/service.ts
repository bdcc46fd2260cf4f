import type { MailKind } from '#domain/mail/mail'
import { TRIED_MS } from '#domain/mail/next-try'
import { randomUUID } from '../../../adapters/ids.ts'
import type { Mail } from '../../../adapters/mailer.ts'
import { type Sealing, seal, unseal } from '../../../adapters/seal.ts'
import type { Queryable, Tx } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { insertMail, type MailRow } from './queries.ts'

export interface Outgoing {
  kind: MailKind
  mail: Mail
  /** The account that it is about. */
  userId: number | null
  /** The supervisor who causes it: their mails have a line of their own. Without: the line of its kind. */
  tenantId?: number
  /** Epoch milliseconds: what it says is no good from then on. */
  until?: number
  /** The link to an evidence pack that it carries. */
  linkId?: number
}

/** Stores a mail in the transaction of what causes it: both are, or neither. */
export type Post = (outgoing: Outgoing) => Promise<void>

type Deps = Pick<AppDeps, 'database' | 'clock' | 'sessionSecrets' | 'postman'>

/** A transaction that may cause mails: they are sent at once after its commit. */
export async function mailing<T>(deps: Deps, make: (tx: Tx, post: Post) => Promise<T>): Promise<T> {
  let posted = false
  const made = await deps.database.orm.transaction((tx) =>
    make(tx, async (outgoing) => {
      await store(tx, deps, outgoing)
      posted = true
    }),
  )
  if (posted) deps.postman.wake()
  return made
}

async function store(
  tx: Queryable,
  { clock, sessionSecrets }: Deps,
  { kind, mail, userId, tenantId, until, linkId }: Outgoing,
): Promise<void> {
  const now = clock.steady()
  const messageId = randomUUID()
  const { to, ...body } = mail
  await insertMail(tx, {
    messageId,
    kind,
    line: tenantId === undefined ? kind : `tenant ${tenantId}`,
    userId,
    linkId: linkId ?? null,
    recipient: to,
    sealed: seal(JSON.stringify(body), { secrets: sessionSecrets, ...ofMail(messageId) }),
    state: 'waiting',
    createdAt: new Date(now),
    expiresAt: new Date(Math.min(until ?? Number.POSITIVE_INFINITY, now + TRIED_MS)),
    nextTryAt: new Date(now),
  })
}

const ofMail = (messageId: string): Pick<Sealing, 'purpose' | 'owner'> => ({
  purpose: 'mail',
  owner: messageId,
})

/** What is to be sent; null: it was sealed under a SESSION_SECRET that is not known any more. */
export function openMail(
  { sessionSecrets }: Pick<AppDeps, 'sessionSecrets'>,
  { messageId, recipient, sealed }: Pick<MailRow, 'messageId' | 'recipient' | 'sealed'>,
): Mail | null {
  const body = sealed === null ? null : unseal(sealed, { secrets: sessionSecrets, ...ofMail(messageId) })
  return body === null ? null : { ...(JSON.parse(body) as Omit<Mail, 'to'>), to: recipient }
}
