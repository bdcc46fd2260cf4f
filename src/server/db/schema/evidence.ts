import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ownedBy, users } from './accounts.ts'
import { instant } from './columns.ts'
import { clients } from './places.ts'

/**
 * Evidence packs as they were issued: of one operation, or of one client's month. `hash` is the SHA-256 of `content`, which
 * is kept as it was hashed. Rows are only ever added; they go with their supervisor alone (`remove_account`), by no cascade.
 */
export const evidencePacks = pgTable(
  'evidence_packs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Hex. */
    hash: text('hash').notNull().unique('evidence_packs_hash'),
    supervisorId: integer('supervisor_id')
      .notNull()
      .references(() => users.id),
    operationKey: text('container_id'),
    clientId: integer('client_id').references(() => clients.id),
    /** `yyyy-MM` */
    month: text('month'),
    version: integer('version').notNull(),
    content: text('content').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** Made by itself, because a correction changed what a version says that was sent. */
    renews: boolean('renews').notNull().default(false),
  },
  (t) => [
    index('evidence_packs_of_supervisor').on(t.supervisorId),
    uniqueIndex('evidence_packs_of_operation')
      .on(t.operationKey, t.version)
      .where(sql`${t.operationKey} is not null`),
    unique('evidence_packs_of_month').on(t.clientId, t.month, t.version),
    check(
      'evidence_packs_subject',
      sql`case when ${t.operationKey} is null then num_nulls(${t.clientId}, ${t.month}) = 0
        else num_nulls(${t.clientId}, ${t.month}) = 2 end`,
    ),
  ],
)

/**
 * Corrections of which it is still to be seen whether they change a pack that was sent. Written with the correction, and
 * deleted with the new version, so none is lost and none is made twice. A row for each correction: one row for an operation
 * would be lost if it was deleted while the next correction found it.
 */
export const packReviews = pgTable(
  'pack_reviews',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    operationKey: text('container_id').notNull(),
  },
  (t) => [index('pack_reviews_of_supervisor').on(t.supervisorId)],
)
