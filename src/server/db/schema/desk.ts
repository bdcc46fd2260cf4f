import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LinkLevel } from '#domain/container/share-link'
import { ownedBy, users } from './accounts.ts'
import { instant } from './columns.ts'
import { evidencePacks } from './evidence.ts'

/**
 * Links to an operation, or to an evidence pack. A further link has a token, a name and an expiry. The default link, whose address is the operation
 * key, has none of them, and gets its row with the first view, share or revocation. A row of an older version, which wrote
 * one for each press of 'Compartir', is neither: it is only counted. A link to a pack is always a further one.
 */
export const sharedLinks = pgTable(
  'shared_links',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: integer('supervisor_id').notNull(),
    /** null: the link is to a pack. */
    operationKey: text('container_id'),
    packId: integer('pack_id').references(() => evidencePacks.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    isDefault: boolean('is_default').notNull().default(false),
    /** What the token of a further link is derived from. */
    tokenId: uuid('token_id'),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').unique('shared_links_token'),
    name: text('name'),
    level: text('level').$type<LinkLevel>().notNull().default('full'),
    /** Whether a further link tells when the truck arrives; the default one does. */
    tellsArrival: boolean('tells_arrival').notNull().default(false),
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
    index('shared_links_of_pack').on(t.packId),
    uniqueIndex('shared_links_default').on(t.operationKey).where(sql`${t.isDefault}`),
    check(
      'shared_links_token_of_further',
      sql`num_nulls(${t.tokenId}, ${t.tokenHash}, ${t.name}, ${t.expiresAt}) in (0, 4)`,
    ),
    check('shared_links_default_or_further', sql`not ${t.isDefault} or ${t.tokenId} is null`),
    check('shared_links_of_one', sql`num_nulls(${t.operationKey}, ${t.packId}) = 1`),
    check('shared_links_pack_by_token', sql`${t.packId} is null or ${t.tokenId} is not null`),
  ],
)

/** A month's figures as a supervisor saved them. */
export const reports = pgTable(
  'reports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
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
