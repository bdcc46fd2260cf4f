import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role } from '#domain/account/role'
import { instant } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Somebody else chose the password, and knows it. */
    passwordGiven: boolean('password_given').notNull().default(false),
    /** Of a given password: nothing else is open before its owner has chosen their own. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
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

/** The account that a row belongs to, and goes with. */
export const ownedBy = (column: string) =>
  integer(column)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

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

/** Links with which drivers register straight under a supervisor; usable until they run out. */
export const invitations = pgTable(
  'invitations',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    supervisorId: ownedBy('supervisor_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('invitations_of_supervisor').on(t.supervisorId)],
)
