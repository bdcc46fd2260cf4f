import { and, asc, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { contracts } from '../../../db/schema/detention.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'

export type ContractRow = typeof contracts.$inferSelect
export type ContractColumns = Omit<ContractRow, 'id' | 'supervisorId' | 'createdAt'>

/** Newest validity first. */
export const listContracts = (db: Queryable, scope: SupervisorScope): Promise<ContractRow[]> =>
  db
    .select()
    .from(contracts)
    .where(eq(contracts.supervisorId, scope.supervisorId))
    .orderBy(desc(contracts.validFrom), asc(contracts.id))

/** Locked until the transaction ends. */
export const holdContract = (
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
): Promise<ContractRow | null> =>
  first(
    tx
      .select()
      .from(contracts)
      .where(and(eq(contracts.id, id), eq(contracts.supervisorId, scope.supervisorId)))
      .for('update'),
  )

export const countContracts = (tx: Queryable, scope: SupervisorScope): Promise<number> =>
  tx.$count(contracts, eq(contracts.supervisorId, scope.supervisorId))

export async function insertContract(
  tx: Queryable,
  scope: SupervisorScope,
  contract: ContractColumns & { createdAt: Date },
): Promise<ContractRow> {
  const [row] = await tx
    .insert(contracts)
    .values({ ...contract, supervisorId: scope.supervisorId })
    .returning()
  if (!row) throw new Error('an insert returned no row')
  return row
}

export async function changeContract(
  tx: Queryable,
  scope: SupervisorScope,
  id: number,
  contract: ContractColumns,
): Promise<ContractRow> {
  const [row] = await tx
    .update(contracts)
    .set(contract)
    .where(and(eq(contracts.id, id), eq(contracts.supervisorId, scope.supervisorId)))
    .returning()
  if (!row) throw new Error('a held row was gone')
  return row
}
