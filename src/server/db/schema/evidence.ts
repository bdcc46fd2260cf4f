import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
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
