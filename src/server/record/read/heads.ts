import { and, count, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { rowsInTurns } from '../../db/rows-in-turns.ts'
import { containers, corrections } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { ofOwner } from './operations.ts'

/** Head (hex) and number of records of each operation, and how often it was corrected; by operation key. */
export async function standsOf(
  db: Queryable,
  scope: SupervisorScope,
  operationKeys: readonly string[],
): Promise<Map<string, { head: string; records: number; corrections: number }>> {
  if (operationKeys.length === 0) return new Map()
  const query = db
    .select({
      key: sql`${containers.operationKey}`.as('key'),
      head: sql`coalesce(encode(${containers.chainHead}, 'hex'), '')`.as('head'),
      records: sql`${containers.version}`.as('records'),
      corrections: sql`count(${corrections.id})`.as('corrections'),
    })
    .from(containers)
    .leftJoin(corrections, eq(corrections.operationKey, containers.operationKey))
    .where(
      and(
        ofOwner(scope),
        // One parameter, however many there are.
        sql`${containers.operationKey} = any(${sql.param(operationKeys)}::text[])`,
      ),
    )
    .groupBy(containers.id)
  const rows = await rowsInTurns<{ key: string; head: string; records: number; corrections: number }>(
    db,
    scope,
    query,
  )
  return new Map(rows.map(({ key, ...stand }) => [key, stand]))
}

/** How often operations were corrected, and when last; by operation key, only those that were. */
export async function correctedOf(
  db: Queryable,
  scope: SupervisorScope,
  operationKeys: readonly string[],
): Promise<Map<string, { corrections: number; correctedAt: Date }>> {
  const rows = await db
    .select({
      operationKey: corrections.operationKey,
      corrections: count(),
      correctedAt: sql`max(${corrections.recordedAt})`.mapWith(corrections.recordedAt),
    })
    .from(corrections)
    .where(
      and(
        eq(corrections.supervisorId, scope.supervisorId),
        // One parameter, however many there are.
        sql`${corrections.operationKey} = any(${sql.param(operationKeys)}::text[])`,
      ),
    )
    .groupBy(corrections.operationKey)
  return new Map(rows.map(({ operationKey, ...rest }) => [operationKey, rest]))
}

/** How many chains the supervisor's record has, and the SHA-256 (hex) of their heads in the order of the operations. */
export async function chainsOf(
  db: Queryable,
  supervisorId: number,
): Promise<{ chains: number; heads: string }> {
  const [row] = await db
    .select({
      chains: count(),
      heads: sql<string>`encode(sha256(coalesce(string_agg(${containers.chainHead}, ''::bytea order by ${containers.id}), ''::bytea)), 'hex')`,
    })
    .from(containers)
    .where(eq(containers.supervisorId, supervisorId))
  return row ?? { chains: 0, heads: '' }
}
