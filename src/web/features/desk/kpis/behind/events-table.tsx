import { useQuery } from '@tanstack/react-query'
import { correctionsQuery } from '../../../../api/desk/corrections.ts'
import type { OperationEvent } from '../../../../api/operation.ts'
import { CorrectionNote, isCorrected } from '../../../../ui/haulage/correction-note.tsx'
import { EventLogTable } from '../../../../ui/haulage/event-log-table.tsx'
import type { Unit } from '../cards.ts'
import { measureOf } from './measure.ts'

/** Events behind a figure, with a mark on those that were corrected. `unit`: of the figure; `partial`: there are more. */
export function EventsTable({
  rows,
  unit,
  partial = false,
}: {
  rows: readonly OperationEvent[]
  unit?: Unit | undefined
  partial?: boolean
}) {
  return (
    <EventLogTable
      rows={rows}
      noteOf={(row) => isCorrected(row) && <LoadedNote row={row} />}
      {...(unit && { measure: measureOf(unit, rows, partial) })}
    />
  )
}

function LoadedNote({ row }: { row: OperationEvent }) {
  const { data } = useQuery(correctionsQuery(row.operationKey))
  return <CorrectionNote row={row} corrections={data} />
}
