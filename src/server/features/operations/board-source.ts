import type { Clock } from '../../adapters/clock.ts'
import type { Orm } from '../../db/connect.ts'
import type { BoardSource } from '../../live/board.ts'
import { presentOperation } from './present.ts'
import { activeOfAll, activeOfTenant, findActiveOf } from './queries.ts'
import type { OperationRow } from './record/queries.ts'

/** Reads the active operations from the database, as the board keeps them. */
export function boardSource(orm: Orm, clock: Clock): BoardSource {
  const boardRow = (row: OperationRow) => ({
    operationId: row.id,
    operation: presentOperation(row, clock.now()),
  })
  return {
    async activeOf(userId) {
      const row = await findActiveOf(orm, userId)
      return row && presentOperation(row, clock.now())
    },
    async tenant(tenantId) {
      const { operations, seq } = await activeOfTenant(orm, tenantId)
      return { rows: operations.map(boardRow), seq }
    },
    async all() {
      const tenants = await activeOfAll(orm)
      return new Map(
        [...tenants].map(([id, { operations, seq }]) => [id, { rows: operations.map(boardRow), seq }]),
      )
    },
  }
}
