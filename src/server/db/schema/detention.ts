import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DetentionBasis, Pause, RateStep } from '#domain/detention/contract'
import type { OperationType } from '#domain/operation/steps'
import { ownedBy } from './accounts.ts'
import { instant } from './columns.ts'
import { clients, places } from './places.ts'

/**
 * What a supervisor agreed on detention. Null for client, place and type: any. The migration adds the exclusion constraint
 * `contracts_one_on_a_day`: no two with the same conditions are valid on one day.
 */
export const contracts = pgTable(
  'contracts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    name: text('name').notNull(),
    clientId: integer('client_id').references(() => clients.id),
    placeId: integer('place_id').references(() => places.id),
    operationType: text('operation_type').$type<OperationType>(),
    basis: text('basis').$type<DetentionBasis>().notNull(),
    /** Null: that of the place. */
    freeMinutes: integer('free_minutes'),
    blockMinutes: integer('block_minutes').notNull(),
    rates: jsonb('rates').$type<RateStep[]>().notNull(),
    pauses: jsonb('pauses').$type<Pause[]>().notNull(),
    /** Days of the place's zone, both inclusive. */
    validFrom: date('valid_from').notNull(),
    validUntil: date('valid_until'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('contracts_of_supervisor').on(t.supervisorId),
    check('contracts_basis', sql`${t.basis} in ('visit', 'terminal')`),
    check('contracts_operation_type', sql`${t.operationType} in ('load', 'unload')`),
    check('contracts_valid', sql`${t.validUntil} is null or ${t.validUntil} >= ${t.validFrom}`),
    check('contracts_minutes', sql`${t.blockMinutes} > 0 and ${t.freeMinutes} >= 0`),
  ],
)
