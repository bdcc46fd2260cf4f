import type { Queryable } from './connect.ts'

/**
 * Builds a statement once for each database instead of for each call. Give it a name in `prepare`: then PostgreSQL parses
 * it once for each connection, too. In a transaction it is built once for that transaction.
 */
export function prepared<Statement extends object>(
  build: (db: Queryable) => Statement,
): (db: Queryable) => Statement {
  const built = new WeakMap<Queryable, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
