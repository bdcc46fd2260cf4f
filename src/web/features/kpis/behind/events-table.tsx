import { useQuery } from '@tanstack/react-query'
import { correctionsQuery } from '../../../api/corrections.ts'
import type { OperationEvent } from '../../../api/operation.ts'
import { CorrectionNote, isCorrected } from '../../../ui/haulage/correction-note.tsx'
import { EventLogTable } from '../../../ui/haulage/event-log-table.tsx'

/** Events behind a figure, with a mark on those that were corrected. */
export function EventsTable({ rows }: { rows: readonly OperationEvent[] }) {
  return <EventLogTable rows={rows} noteOf={(row) => isCorrected(row) && <LoadedNote row={row} />} />
}

function LoadedNote({ row }: { row: OperationEvent }) {
  const { data } = useQuery(correctionsQuery(row.operationKey))
  return <CorrectionNote row={row} corrections={data} />
}
