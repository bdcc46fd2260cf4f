import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { AuditAction, AuditActor } from '#contract/http/console/audit'
import { users } from './accounts.ts'
import { digest, instant } from './columns.ts'

export const systemSettings = pgTable('system_settings', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  settingKey: text('setting_key').notNull().unique('system_settings_key'),
  settingValue: text('setting_value').notNull(),
  description: text('description'),
  lastUpdated: instant('last_updated').notNull().defaultNow(),
  updatedBy: text('updated_by'),
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

/** What each supervisor and their drivers have asked of the product, by day of `APP_TIMEZONE`. */
export const tenantUsage = pgTable(
  'tenant_usage',
  {
    day: date('day').notNull(),
    supervisorId: integer('supervisor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requests: bigint('requests', { mode: 'number' }).notNull(),
    /** Answered with 429. */
    refused: bigint('refused', { mode: 'number' }).notNull(),
    /** Until the whole answer was handed over, all together. */
    milliseconds: bigint('milliseconds', { mode: 'number' }).notNull(),
    /** Events that were recorded. */
    events: bigint('events', { mode: 'number' }).notNull(),
    /** Live channels that were opened. */
    channels: bigint('channels', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.supervisorId] })],
)
