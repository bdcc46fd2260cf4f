import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { first } from '../../db/first.ts'
import { containers } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../rows.ts'

// Where an operation goes is beside the record: it may change without a record of it, and no hash has it.

/** An operation that was given a place that an arrival had not found. */
export type Placed = Pick<OperationRow, 'operationKey' | 'userId' | 'isActive' | 'placeId' | 'clientId'>

/** Gives the place to those of these operations that still have none. Returns them. */
export const placeOperations = (
  tx: Queryable,
  scope: SupervisorScope,
  placeId: number,
  operationKeys: readonly string[],
): Promise<Placed[]> =>
  tx
    .update(containers)
    .set({ placeId })
    .where(
      and(
        eq(containers.supervisorId, scope.supervisorId),
        sql`${containers.operationKey} = any(${sql.param(operationKeys)}::text[])`,
        isNull(containers.placeId),
        eq(containers.placeGiven, false),
      ),
    )
    .returning({
      operationKey: containers.operationKey,
      userId: containers.userId,
      isActive: containers.isActive,
      placeId: containers.placeId,
      clientId: containers.clientId,
    })

/** Gives an active operation a place or a client. Null: it is not active, or not of this supervisor. */
export const changeDestination = (
  tx: Queryable,
  scope: SupervisorScope,
  operationKey: string,
  values: Partial<Pick<OperationRow, 'placeId' | 'placeGiven' | 'clientId'>>,
): Promise<OperationRow | null> =>
  first(
    tx
      .update(containers)
      .set(values)
      .where(
        and(
          eq(containers.operationKey, operationKey),
          eq(containers.supervisorId, scope.supervisorId),
          containers.isActive,
        ),
      )
      .returning(OPERATION_COLUMNS),
  )
