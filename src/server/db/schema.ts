import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { AuditAction, AuditActor } from '#contract/http/audit'
import type { Role } from '#domain/account/role'
import type { LinkLevel } from '#domain/container/share-link'
import type { CorrectionKind } from '#domain/operation/correct'
import type { EventType, OperationType, StepType } from '#domain/operation/steps'

/** SHA-256, as bytes. */
const digest = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<Role>().notNull(),
    displayName: text('display_name').notNull(),
    /** The tenant of an operator; null for supervisors and for operators who registered by themselves. */
    supervisorId: integer('supervisor_id'),
    email: text('email'),
    /** Null: nobody has proven that mail to `email` reaches them, so it recovers nothing. Rows from before are proven. */
    emailConfirmedAt: instant('email_confirmed_at').defaultNow(),
    phone: text('phone'),
    acceptedTerms: boolean('accepted_terms').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    // 'Juan' and 'juan' would be the same driver to everyone who reads a list.
    uniqueIndex('users_username_key').on(sql`lower(${t.username})`),
    index('users_supervisor').on(t.supervisorId),
    index('users_email').on(sql`lower(${t.email})`),
    check('users_role', sql`${t.role} in ('operator', 'supervisor')`),
    check('users_supervisor_of_operator', sql`${t.supervisorId} is null or ${t.role} = 'operator'`),
  ],
)

/**
 * One operation: one load or unload trip of one container by one operator. Columns keep their first names; the code's
 * names are those of the glossary.
 */
export const containers = pgTable(
  'containers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationKey: text('container_id').notNull().unique('containers_container_id_key'),
    containerNumber: text('display_container_id').notNull(),
    // Copied as they were at the start: history outlives a deleted account, and no query needs a join.
    userId: integer('user_id').notNull(),
    username: text('username').notNull(),
    displayName: text('display_name').notNull(),
    supervisorId: integer('supervisor_id'),
    operationType: text('operation_type').$type<OperationType>().notNull(),
    newestEventType: text('current_status').$type<EventType>().notNull(),
    newestStepType: text('last_completed_status').$type<StepType>().notNull(),
    newestStepAt: instant('last_completed_time').notNull(),
    /** When the server wrote the newest step; null: the row is older than this column. */
    newestStepRecordedAt: instant('last_completed_recorded_at'),
    startedAt: instant('start_time').notNull(),
    newestEventAt: instant('last_updated').notNull(),
    /** Number of records, events and corrections; the guard of every write. */
    version: integer('version').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** The newest position that any event bore. */
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    location: text('location'),
    /** Of that position: metres, and seconds between the fix and the press. */
    accuracy: real('accuracy'),
    fixAgeSeconds: integer('fix_age_seconds'),
    /** Of the newest event that still counts: the one whose interval is open. */
    newestPosition: integer('newest_position').notNull().default(1),
    /** The number as the driver gave it, once it was corrected. */
    firstContainerNumber: text('first_container_number'),
    cancelledAt: instant('cancelled_at'),
    /** `chainHash` of the newest record; null: written before there were chains, and not sealed yet. */
    chainHead: digest('chain_head'),
  },
  (t) => [
    uniqueIndex('containers_one_active_per_operator').on(t.userId).where(sql`${t.isActive}`),
    uniqueIndex('containers_one_active_per_number')
      .on(t.supervisorId, t.containerNumber)
      .where(sql`${t.isActive}`),
    index('containers_active_of_supervisor').on(t.supervisorId, t.startedAt).where(sql`${t.isActive}`),
    index('containers_by_number').on(t.containerNumber, t.startedAt),
    index('containers_of_supervisor').on(t.supervisorId, t.startedAt),
    index('containers_of_operator').on(t.userId, t.id),
    // Empty once everything is sealed.
    index('containers_unsealed').on(t.id).where(isNull(t.chainHead)),
    check('containers_version', sql`${t.version} > 0`),
  ],
)

/**
 * What was reported. Rows are only ever added. `timestamp`, `eventType`, `containerNumber`, `duration` and `counts` are what
 * counts today: `duration` is filled in when the next event closes the interval, and a correction (`corrections`) moves
 * them by a trigger of the migration, which keeps what was reported.
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Made by the client; the same id again is the same event. */
    eventId: uuid('event_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    supervisorId: integer('supervisor_id'),
    userId: integer('user_id').notNull(),
    username: text('username').notNull(),
    operationKey: text('container_id')
      .notNull()
      .references(() => containers.operationKey),
    containerNumber: text('display_container_id').notNull(),
    operationType: text('operation_type').$type<OperationType>().notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    /** Place among the records of the operation, events and corrections: 1, 2, 3 ... */
    position: integer('position').notNull(),
    /** When it really happened. */
    timestamp: instant('timestamp').notNull(),
    /** What the phone said, corrected by its offset, where `timestamp` is another time; null: it was taken as it was. */
    reportedAt: instant('reported_at'),
    /** When the server wrote the row. */
    recordedAt: instant('recorded_at').notNull(),
    /** Whole seconds; null while the interval is open. */
    duration: integer('duration'),
    location: text('location'),
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    /** Metres. */
    accuracy: real('accuracy'),
    /** Seconds between the fix and the press. */
    fixAgeSeconds: integer('fix_age_seconds'),
    /** What was added to the phone's clock to get the reported time; up to decades, so no integer holds it. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }),
    /** What was reported, once it was corrected. */
    firstTimestamp: instant('first_timestamp'),
    firstEventType: text('first_event_type').$type<EventType>(),
    /** The correction that took the event back. */
    retractedBy: uuid('retracted_by'),
    /** False: retracted, or of an operation that was cancelled; in no figure. */
    counts: boolean('counts').notNull().default(true),
    /** Of what was reported and of the operation's record before it: domain/record/canonical.ts. */
    chainHash: digest('chain_hash'),
  },
  (t) => [
    // Per operator, so that the ids of one phone neither collide with those of another nor reveal them.
    uniqueIndex('events_once').on(t.userId, t.eventId),
    uniqueIndex('events_in_order').on(t.operationKey, t.position),
    uniqueIndex('events_seq_of_supervisor').on(t.supervisorId, t.seq),
    // The history in its order, with all that it can be filtered by: counting and finding never leave the index, whose
    // pages hold one supervisor each, while a supervisor's rows lie scattered among everybody's. `duration` must stay
    // out: every press changes it, and while no index holds it the change touches no index.
    index('events_history')
      .on(t.supervisorId, t.timestamp, t.id, t.userId, t.eventType, t.containerNumber, t.username, t.location)
      .where(isNull(t.retractedBy)),
    // The rare events without a position, which the history's index cannot tell: `lat` is not in it.
    index('events_without_position')
      .on(t.supervisorId, t.timestamp, t.id)
      .where(sql`${t.lat} is null and ${t.retractedBy} is null`),
  ],
)

/**
 * What was corrected, when, by whom and why. Rows are only ever added; a trigger of the migration applies each to the events
 * and the operation, in the same transaction.
 */
export const corrections = pgTable(
  'corrections',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Made by the client; the same id again is the same correction. */
    correctionId: uuid('correction_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    supervisorId: integer('supervisor_id'),
    operationKey: text('container_id')
      .notNull()
      .references(() => containers.operationKey),
    /** Place among the records of the operation. */
    position: integer('position').notNull(),
    kind: text('kind').$type<CorrectionKind>().notNull(),
    /** Position of the event; null: it is about the operation. */
    eventPosition: integer('event_position'),
    /** What counted before, and what counts now: an instant (ISO 8601), an event type, a number; null: nothing. */
    before: text('before'),
    after: text('after'),
    authorId: integer('author_id').notNull(),
    authorName: text('author_name').notNull(),
    authorRole: text('author_role').$type<Role>().notNull(),
    reason: text('reason'),
    recordedAt: instant('recorded_at').notNull(),
    chainHash: digest('chain_hash').notNull(),
  },
  (t) => [
    uniqueIndex('corrections_once').on(t.authorId, t.correctionId),
    uniqueIndex('corrections_in_order').on(t.operationKey, t.position),
    uniqueIndex('corrections_seq_of_supervisor').on(t.supervisorId, t.seq),
    check(
      'corrections_kind',
      sql`${t.kind} in ('time', 'stop_kind', 'container_number', 'retraction', 'cancellation')`,
    ),
  ],
)

/** The newest `seq` of each tenant. Its row lock makes the order of numbers the order of commits. */
export const eventCounters = pgTable('event_counters', {
  /** The supervisor; for an operator without one, the operator. */
  tenantId: integer('tenant_id').primaryKey(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  /** How many of the numbers are no event of the history: corrections, and what they retracted. */
  unlisted: bigint('unlisted', { mode: 'number' }).notNull().default(0),
})

export const featureFlags = pgTable('feature_flags', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .unique('feature_flags_user')
    .references(() => users.id, { onDelete: 'cascade' }),
  kpiVisibility: boolean('kpi_visibility').notNull().default(true),
  realTimeInfo: boolean('real_time_info').notNull().default(true),
  fullScreenEnabled: boolean('full_screen_enabled').notNull().default(true),
  linkSharing: boolean('link_sharing').notNull().default(true),
  operationLogs: boolean('operation_logs').notNull().default(true),
  /** The supervisor's own limit; null: the global one. */
  operatorLimit: integer('operator_limit'),
  premiumActivated: boolean('premium_activated').notNull().default(true),
  premiumActiveSince: instant('premium_active_since').notNull().defaultNow(),
  premiumExpirationDate: instant('premium_expiration_date'),
  isPremiumPaid: boolean('is_premium_paid').notNull().default(false),
  lastUpdated: instant('last_updated').notNull().defaultNow(),
  updatedBy: text('updated_by'),
})

export const systemSettings = pgTable('system_settings', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  settingKey: text('setting_key').notNull().unique('system_settings_key'),
  settingValue: text('setting_value').notNull(),
  description: text('description'),
  lastUpdated: instant('last_updated').notNull().defaultNow(),
  updatedBy: text('updated_by'),
})

/**
 * Links to an operation. A further link has a token, a name and an expiry. The default link, whose address is the operation
 * key, has none of them, and gets its row with the first view, share or revocation. A row of an older version, which wrote
 * one for each press of 'Compartir', is neither: it is only counted.
 */
export const sharedLinks = pgTable(
  'shared_links',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: integer('supervisor_id').notNull(),
    operationKey: text('container_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    isDefault: boolean('is_default').notNull().default(false),
    /** What the token of a further link is derived from. */
    tokenId: uuid('token_id'),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').unique('shared_links_token'),
    name: text('name'),
    level: text('level').$type<LinkLevel>().notNull().default('full'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    /** How often it was handed out; the administrator's metrics count that. */
    shares: integer('shares').notNull().default(1),
    views: integer('views').notNull().default(0),
    firstViewedAt: instant('first_viewed_at'),
    lastViewedAt: instant('last_viewed_at'),
  },
  (t) => [
    index('shared_links_of_supervisor').on(t.supervisorId),
    index('shared_links_of_operation').on(t.operationKey),
    uniqueIndex('shared_links_default').on(t.operationKey).where(sql`${t.isDefault}`),
    check(
      'shared_links_token_of_further',
      sql`num_nulls(${t.tokenId}, ${t.tokenHash}, ${t.name}, ${t.expiresAt}) in (0, 4)`,
    ),
    check('shared_links_default_or_further', sql`not ${t.isDefault} or ${t.tokenId} is null`),
  ],
)

/** A month's figures as a supervisor saved them. */
export const reports = pgTable(
  'reports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: integer('supervisor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** null: all operators. */
    operatorId: integer('operator_id').references(() => users.id, { onDelete: 'cascade' }),
    /** `yyyy-MM` */
    month: text('month').notNull(),
    /** As the client sent it, or the server's own. */
    reportData: json('report_data').notNull(),
    /** The server's own figures at the time of saving. */
    figures: json('figures').notNull(),
    timestamp: instant('timestamp').notNull(),
  },
  (t) => [index('reports_of_supervisor').on(t.supervisorId, t.timestamp)],
)

/** Links with which drivers register straight under a supervisor; usable until they run out. */
export const invitations = pgTable(
  'invitations',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    supervisorId: integer('supervisor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('invitations_of_supervisor').on(t.supervisorId)],
)

/**
 * Browsers that have logged in to an account before: strangers do not lock them out, and a login from another one is
 * news to the owner. They count while the account has the password with which they logged in.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the device's cookie, hex. */
    tokenHash: text('token_hash').notNull(),
    /** As `passwordStamp` of the session. */
    passwordStamp: text('password_stamp').notNull(),
    firstSeen: instant('first_seen').notNull(),
    lastSeen: instant('last_seen').notNull(),
  },
  (t) => [uniqueIndex('known_devices_of_user').on(t.userId, t.tokenHash)],
)

/** Tickets to a new password, sent by mail; one use. */
export const recoveryTokens = pgTable(
  'recovery_tokens',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('recovery_tokens_of_user').on(t.userId), index('recovery_tokens_expiry').on(t.expiresAt)],
)

/** Tickets that prove an e-mail address, sent to it; one use. Until then the account keeps the address it has. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/**
 * Who changed what. Rows are only ever added: a trigger of the migration refuses everything else. Names are copied, and
 * no row refers to another table, because the trace outlives whom it is about.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind').$type<AuditActor>().notNull(),
    actorId: integer('actor_id'),
    actorName: text('actor_name').notNull(),
    address: text('address'),
    action: text('action').$type<AuditAction>().notNull(),
    target: text('target'),
    targetId: integer('target_id'),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Null in lines of before the chains, like the next two. */
    chain: text('chain'),
    /** 1, 2, 3 ... */
    chainPosition: bigint('chain_position', { mode: 'number' }),
    /** Of the line before and of this one. */
    chainHash: digest('chain_hash'),
  },
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_action').on(t.action, t.at),
    uniqueIndex('audit_log_chain').on(t.chain, t.chainPosition),
  ],
)

/** The end of each chain of audit lines, and where the lines begin that are kept. */
export const auditChains = pgTable('audit_chains', {
  chain: text('chain').primaryKey(),
  /** Position of the newest line. */
  lines: bigint('lines', { mode: 'number' }).notNull(),
  head: digest('head').notNull(),
  /** The newest line that was removed because of its age; 0: none was. */
  anchorPosition: bigint('anchor_position', { mode: 'number' }).notNull().default(0),
  /** Its hash. */
  anchor: digest('anchor'),
})

/** When each job that runs by itself last ran, in whichever process. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  lastStartedAt: instant('last_started_at').notNull(),
  /** End of the last run that ended well. */
  lastFinishedAt: instant('last_finished_at'),
  /** Why the last run did not end well; null when it did, and while one is under way. */
  lastError: text('last_error'),
})

/** One-time tickets to the live channel; in the database so that any process can take one in. */
export const liveTokens = pgTable('live_tokens', {
  /** SHA-256 of the token, hex. */
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

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
