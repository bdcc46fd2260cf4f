import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { users } from '../../../db/schema/accounts.ts'
import { refusedSteps } from '../../../db/schema/alerts.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { OperationRow } from '../../../record/rows.ts'

export const findSupervisorPhone = (
  db: Queryable,
  { supervisorId }: SupervisorScope,
): Promise<{ displayName: string; phone: string | null } | null> =>
  first(
    db
      .select({ displayName: users.displayName, phone: users.phone })
      .from(users)
      .where(eq(users.id, supervisorId)),
  )

/** Counts a refused step; returns how many there were since the newest record of the operation. */
export async function countRefusal(
  db: Queryable,
  { operationKey, version }: Pick<OperationRow, 'operationKey' | 'version'>,
  { supervisorId }: { supervisorId: number },
  at: Date,
): Promise<number> {
  const [row] = await db
    .insert(refusedSteps)
    .values({ operationKey, supervisorId, version, times: 1, refusedAt: at })
    .onConflictDoUpdate({
      target: refusedSteps.operationKey,
      set: {
        version,
        refusedAt: at,
        times: sql`case when ${refusedSteps.version} = excluded.version then ${refusedSteps.times} + 1 else 1 end`,
      },
    })
    .returning({ times: refusedSteps.times })
  return row?.times ?? 0
}
