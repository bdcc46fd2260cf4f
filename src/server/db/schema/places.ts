import { isNull, sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PlaceKind } from '#domain/place/place'
import type { Shape } from '#domain/place/shape'
import { ownedBy } from './accounts.ts'
import { instant } from './columns.ts'

/** For whom a supervisor hauls. */
export const clients = pgTable(
  'clients',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('clients_name').on(t.supervisorId, sql`lower(${t.name})`)],
)

/** Where a supervisor's trucks go. Retired and never deleted, because operations refer to them. */
export const places = pgTable(
  'places',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    supervisorId: ownedBy('supervisor_id'),
    name: text('name').notNull(),
    kind: text('kind').$type<PlaceKind>().notNull(),
    shape: jsonb('shape').$type<Shape>().notNull(),
    /** IANA name. */
    timeZone: text('time_zone').notNull(),
    /** Null: none is agreed. */
    freeMinutes: integer('free_minutes'),
    /** UN/LOCODE, or BIC facility code. */
    facilityCode: text('facility_code'),
    clientId: integer('client_id').references(() => clients.id),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    uniqueIndex('places_name').on(t.supervisorId, sql`lower(${t.name})`).where(isNull(t.retiredAt)),
    index('places_of_supervisor').on(t.supervisorId),
    check('places_kind', sql`${t.kind} in ('park', 'port', 'yard', 'customer')`),
  ],
)
