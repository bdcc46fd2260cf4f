import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../connect.ts'

/** The tables that grow with every press. */
const GROWING = ['containers', 'events']

interface Dropped {
  drop: string
  make: string
}

const listed = async (tx: Queryable, query: SQL): Promise<Dropped[]> =>
  (await tx.execute<Dropped & Record<string, unknown>>(query)).rows

/**
 * Drops the foreign keys and the indexes of the record, but those of a constraint, before many rows come; returns what makes them
 * again. Sorted at once they take a fraction of what they take row by row, at random places of what is larger than memory.
 * What makes them throws a unique violation, or one of a foreign key, as the rows would have done.
 */
export async function setAsideIndexes(tx: Queryable): Promise<() => Promise<void>> {
  const tables = sql`(select oid from pg_class where relname = any(${sql.param(GROWING)}) and relnamespace = 'public'::regnamespace)`
  const keys = await listed(
    tx,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where contype = 'f' and conrelid in ${tables}`,
  )
  const indexes = await listed(
    tx,
    sql`select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
      from pg_index where indrelid in ${tables}
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { drop } of [...keys, ...indexes]) await tx.execute(sql.raw(drop))
  return async () => {
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    for (const { make } of [...indexes, ...keys]) await tx.execute(sql.raw(make))
  }
}
