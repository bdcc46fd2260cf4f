import { and, count, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { users } from '../../db/schema.ts'
import type { SupervisorScope } from '../../http/scope.ts'

export type OperatorRow = typeof users.$inferSelect

const ownOperators = (scope: SupervisorScope) =>
  and(eq(users.supervisorId, scope.supervisorId), eq(users.role, 'operator'))

export async function countOperators(db: Queryable, scope: SupervisorScope): Promise<number> {
  const [row] = await db.select({ n: count() }).from(users).where(ownOperators(scope))
  return row?.n ?? 0
}

export async function listOperators(db: Queryable, scope: SupervisorScope): Promise<OperatorRow[]> {
  return db
    .select()
    .from(users)
    .where(ownOperators(scope))
    .orderBy(sql`lower(${users.displayName})`, users.id)
}
