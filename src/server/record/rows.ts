import { getTableColumns } from 'drizzle-orm'
import { containers, corrections, events } from '../db/schema/record.ts'

// Without the hashes of the chain, which only the record itself writes and reads.
const { chainHead: _head, ...OPERATION_COLUMNS } = getTableColumns(containers)
const { chainHash: _event, ...EVENT_COLUMNS } = getTableColumns(events)
const { chainHash: _correction, ...CORRECTION_COLUMNS } = getTableColumns(corrections)

export { CORRECTION_COLUMNS, EVENT_COLUMNS, OPERATION_COLUMNS }

export type OperationRow = Omit<typeof containers.$inferSelect, 'chainHead'>
/** An event as its row says it. */
export type StoredEvent = Omit<typeof events.$inferSelect, 'chainHash'>
/** With whole seconds to the next event, of the last step those of the whole trip: read/intervals.ts. */
export type EventRow = StoredEvent & { duration: number | null }
export type CorrectionRow = Omit<typeof corrections.$inferSelect, 'chainHash'>

/** What only a correction changes, as it is before one. */
export const UNCORRECTED_OPERATION = {
  firstContainerNumber: null,
  cancelledAt: null,
} satisfies Partial<OperationRow>

/** An event to insert; the database assigns `id` and `seq`. */
export type NewEvent = Omit<EventRow, 'id' | 'seq'>
export type NewOperation = Omit<OperationRow, 'id' | keyof typeof UNCORRECTED_OPERATION>

/** The tenant whose numbers an event takes: the supervisor; for an operator without one, the operator. */
export const tenantOf = (row: { supervisorId: number | null; userId: number }): number =>
  row.supervisorId ?? row.userId
