import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DetentionBasis, Pause, RateStep } from '#domain/detention/contract'
import type { SettlementState } from '#domain/detention/settlement'
import type { OperationType } from '#domain/operation/steps'
import { ownedBy } from './accounts.ts'
import { instant } from './columns.ts'
import { evidencePacks } from './evidence.ts'
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
    /** Tax (IVA): 1600 is 16 %; 0: none. */
    taxBasisPoints: integer('tax_basis_points').notNull().default(0),
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
    check('contracts_tax', sql`${t.taxBasisPoints} between 0 and 10000`),
    check('contracts_minutes', sql`${t.blockMinutes} > 0 and ${t.freeMinutes} >= 0`),
  ],
)

/**
 * What was said of the settling of a visit, or of a client's month. The newest row counts; rows are only ever added, so a
 * dispute stays beside its answer.
 */
export const settlements = pgTable(
  'settlements',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    operationKey: text('container_id'),
    clientId: integer('client_id').references(() => clients.id),
    /** `yyyy-MM` */
    month: text('month'),
    state: text('state').$type<SettlementState>().notNull(),
    note: text('note'),
    /** Name of who said it. */
    by: text('by_name').notNull(),
    at: instant('at').notNull(),
    /** Of what the client has, also after later changes: up to when it tells what was recorded; null: nothing was sent. */
    sentAt: instant('sent_at'),
    /** The pack that was sent; null: it was sent by other means. */
    packId: integer('pack_id').references(() => evidencePacks.id),
  },
  (t) => [
    index('settlements_of_supervisor').on(t.supervisorId, t.month),
    index('settlements_of_visit').on(t.operationKey, t.id),
    check('settlements_state', sql`${t.state} in ('due', 'sent', 'disputed', 'paid', 'waived')`),
    check(
      'settlements_subject',
      sql`case when ${t.operationKey} is null then num_nulls(${t.clientId}, ${t.month}) = 0
        else num_nulls(${t.clientId}, ${t.month}) = 2 end`,
    ),
    check('settlements_sent', sql`${t.sentAt} is not null or (${t.packId} is null and ${t.state} <> 'sent')`),
    check(
      'settlements_note',
      sql`case when ${t.note} is null then ${t.state} not in ('disputed', 'waived') else ${t.note} <> '' end`,
    ),
  ],
)
