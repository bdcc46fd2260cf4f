import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { MailCause, MailKind, MailState } from '#domain/mail/mail'
import { users } from './accounts.ts'
import { instant } from './columns.ts'
import { sharedLinks } from './desk.ts'

/** Mails that wait for the mail server, and for a month what became of the others. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Left of the `@` in its Message-ID: the same in every try, so that a mail that came twice is recognised. */
    messageId: uuid('message_id').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    /** Lines take turns: no tenant's mails wait behind all of another's. In a line, the oldest goes first. */
    line: text('line').notNull(),
    /** The account that it is about, and goes with. Null: of the product itself. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The link to an evidence pack that it carries. */
    linkId: integer('link_id').references(() => sharedLinks.id, { onDelete: 'set null' }),
    recipient: text('recipient').notNull(),
    /** What is to be sent, encrypted: it may hold a token. Null once it was sent, or can be no more. */
    sealed: text('sealed'),
    state: text('state').$type<MailState>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Not sent at this time or later: its link is no good any more, or it was tried for days. */
    expiresAt: instant('expires_at').notNull(),
    /** While one process tries it: when another one may, because that one must have died. */
    nextTryAt: instant('next_try_at').notNull(),
    /** The server was the cause, not this mail: it goes as soon as any other is tried. */
    held: boolean('held').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    triedAt: instant('tried_at'),
    /** When it was sent, or failed. */
    endedAt: instant('ended_at'),
    cause: text('cause').$type<MailCause>(),
    /** Codes of the server's last answer, such as `554 5.7.1 DATA`; never its text, which may quote the mail. */
    answer: text('answer'),
  },
  (t) => [
    unique('mails_message_id').on(t.messageId),
    index('mails_waiting').on(t.line, t.id).where(sql`${t.state} = 'waiting'`),
    index('mails_tried').on(t.line, t.triedAt),
    index('mails_at').on(t.createdAt, t.id),
    index('mails_kept').on(t.expiresAt).where(sql`${t.sealed} is not null`),
    index('mails_ended_at').on(t.endedAt),
    index('mails_of_user').on(t.userId),
    index('mails_of_link').on(t.linkId),
    check('mails_state', sql`${t.state} in ('waiting', 'sent', 'failed')`),
    check('mails_ended', sql`(${t.state} = 'waiting') = (${t.endedAt} is null)`),
    check('mails_sent_is_empty', sql`${t.state} <> 'sent' or ${t.sealed} is null`),
    check('mails_waiting_is_sealed', sql`${t.state} <> 'waiting' or ${t.sealed} is not null`),
  ],
)
