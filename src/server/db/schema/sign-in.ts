import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { ownedBy, users } from './accounts.ts'
import { bytes, instant } from './columns.ts'

/** Shape and names are connect-pg-simple's. */
export const session = pgTable(
  'session',
  {
    sid: varchar('sid').primaryKey(),
    sess: json('sess').notNull(),
    expire: timestamp('expire', { precision: 6 }).notNull(),
  },
  (t) => [index('session_expire').on(t.expire), index('session_of_user').on(sql`(${t.sess} ->> 'userId')`)],
)

/** One-time tickets to the live channel; in the database so that any process can take one in. */
export const liveTokens = pgTable('live_tokens', {
  /** SHA-256 of the token, hex. */
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/**
 * Browsers that have logged in to an account before: strangers do not lock them out, and a login from another one is
 * news to the owner. They count while the account has the password with which they logged in.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: ownedBy('user_id'),
    /** SHA-256 of the token in the device's cookie, hex. */
    tokenHash: text('token_hash').notNull(),
    /** As `passwordStamp` of the session. */
    passwordStamp: text('password_stamp').notNull(),
    firstSeen: instant('first_seen').notNull(),
    lastSeen: instant('last_seen').notNull(),
  },
  (t) => [uniqueIndex('known_devices_of_user').on(t.userId, t.tokenHash)],
)

/**
 * The first request of a driver's phones after the minute in which the newest press could be taken back: a retraction
 * that comes after it did not wait for a network.
 */
export const heardDrivers = pgTable('heard_drivers', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The newest press then, retracted or not: `id` of the event. */
  pressId: bigint('press_id', { mode: 'number' }).notNull(),
  heardAt: instant('heard_at').notNull(),
})

/** Keys with which a phone or a computer signs in to an account after a fingerprint, a face or a PIN. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: ownedBy('user_id'),
    /** Base64url, chosen by the authenticator. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential_id'),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    /** How often it has signed, as it says; many authenticators always say 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches it, such as `internal` or `hybrid`. */
    transports: text('transports').array().notNull(),
    /** Whether its maker copies it to the owner's other devices. */
    backedUp: boolean('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_of_user').on(t.userId)],
)

/** Challenges that were answered rightly, so that no answer counts twice. */
export const usedChallenges = pgTable('used_challenges', {
  /** SHA-256 of the challenge, hex. */
  challengeHash: text('challenge_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** Authenticator apps, one for each account. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null: the administrator, who has no account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Encrypted: a stolen backup must not tell the codes. */
    secret: text('secret').notNull(),
    /** Null: no code has been right yet, so no login asks for one. */
    confirmedAt: instant('confirmed_at'),
    /** Of the newest code that was accepted, in periods of 30 s since 1970; older ones are refused. */
    lastPeriod: bigint('last_period', { mode: 'number' }).notNull().default(0),
  },
  (t) => [unique('second_factors_of_user').on(t.userId).nullsNotDistinct()],
)

/** They take the place of the authenticator app; one use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    factorId: integer('factor_id')
      .notNull()
      .references(() => secondFactors.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, hex. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.factorId, t.codeHash] })],
)

/** Tickets to a new password, sent by mail; one use. */
export const recoveryTokens = pgTable(
  'recovery_tokens',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: ownedBy('user_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('recovery_tokens_of_user').on(t.userId), index('recovery_tokens_expiry').on(t.expiresAt)],
)

/**
 * Requests for a recovery link that were answered and not looked up yet. They are stored before the answer, whether there is
 * such an account or not: a kill loses none, and the time of the answer tells nothing.
 */
export const recoveryRequests = pgTable('recovery_requests', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  username: text('username'),
  email: text('email'),
  /** Where the link leads. */
  origin: text('origin').notNull(),
  /** Network address of who asks. */
  address: text('address').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Tickets that prove an e-mail address, sent to it; one use. Until then the account keeps the address it has. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: ownedBy('user_id'),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('email_confirmations_of_user').on(t.userId)],
)

/** Mails that strangers can cause, counted for each mailbox; in the database, so that a restart forgives nothing. */
export const mailCounts = pgTable('mail_counts', {
  /** SHA-256 of what is counted, hex: no address stays here after its account. */
  key: text('key').primaryKey(),
  /** Beginning of the period in which `count` mails were sent. */
  since: instant('since').notNull(),
  count: integer('count').notNull(),
})
