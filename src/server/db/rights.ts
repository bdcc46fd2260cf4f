import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Queryable } from './connect.ts'
import { users } from './schema/accounts.ts'
import { auditChains, auditLog } from './schema/console.ts'
import { evidencePacks } from './schema/evidence.ts'
import { clients } from './schema/places.ts'
import { containers, corrections, eventCounters, events, tombstones } from './schema/record.ts'

/** What an operation keeps unless it is corrected; every other column moves with its events. */
export const FIXED_OF_OPERATION = [
  'operationKey',
  'containerNumber',
  'userId',
  'username',
  'displayName',
  'supervisorId',
  'operationType',
  'startedAt',
  'firstContainerNumber',
  'cancelledAt',
] as const satisfies readonly (keyof typeof containers.$inferSelect)[]

const moving = (): string[] => {
  const fixed: readonly string[] = ['id', ...FIXED_OF_OPERATION]
  return Object.entries(getTableColumns(containers)).flatMap(([key, { name }]) =>
    fixed.includes(key) ? [] : [name],
  )
}

/** The tables whose rows the product adds and cannot take back, with the columns that it may change. */
const RECORD: readonly { table: PgTable; changes: string[] }[] = [
  { table: containers, changes: moving() },
  { table: events, changes: [] },
  { table: corrections, changes: [] },
  { table: eventCounters, changes: ['last_seq'] },
  { table: evidencePacks, changes: [] },
  { table: auditLog, changes: [] },
  { table: auditChains, changes: ['lines', 'head'] },
]

/** What the record is of: an account goes by `remove_account` alone, and what it has with it. */
const SUBJECTS: readonly PgTable[] = [users, clients]

const quoted = (name: string): string => pg.escapeIdentifier(name)

/**
 * Gives `role` what the running product needs and nothing else: the record may be read and added to, and only its derived
 * columns change. Runs as the owner of the tables, in the transaction of the migrations, at every start: a new table or
 * role gets its rights without a hand.
 */
export async function grantProduct(owner: Queryable, role: string): Promise<void> {
  const to = quoted(role)
  const statements = [
    `revoke all on all tables in schema public from ${to}`,
    `grant usage on schema public, drizzle to ${to}`,
    `grant select on all tables in schema drizzle to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `grant usage, select on all sequences in schema public to ${to}`,
    `grant execute on all functions in schema public to ${to}`,
  ]
  for (const { table, changes } of RECORD) {
    const name = quoted(getTableName(table))
    statements.push(`revoke update, delete on ${name} from ${to}`)
    if (changes.length > 0)
      statements.push(`grant update (${changes.map(quoted).join(', ')}) on ${name} to ${to}`)
  }
  for (const table of SUBJECTS) statements.push(`revoke delete on ${quoted(getTableName(table))} from ${to}`)
  statements.push(`revoke insert, update, delete on ${quoted(getTableName(tombstones))} from ${to}`)
  await owner.execute(sql.raw(statements.join(';')))
}

/** The role as which `pool` connects. */
export async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

/** Whether nothing keeps `role` from changing the record: it owns the tables, may become their owner, or is superuser. */
export async function ownsRecord(owner: pg.Pool, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ owns: boolean }>(
    `select r.rolsuper or pg_has_role(r.oid, t.relowner, 'member') as owns
     from pg_roles r, pg_class t where r.rolname = $1 and t.oid = 'public.events'::regclass`,
    [role],
  )
  return rows[0]?.owns === true
}
