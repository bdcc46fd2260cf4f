import { operationText as text } from '../../../text/operation.ts'
import { EventLogTable } from '../../../ui/event-log-table.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useOperationEvents } from '../queries.ts'
import { Bone } from './bone.tsx'

export function OperationLog({ containerId, version }: { containerId: string; version: number }) {
  const events = useOperationEvents(containerId, version)
  if (events.data !== undefined) return <EventLogTable rows={events.data} />
  if (events.isError) {
    return (
      <LoadFailure
        title={text.logFailed}
        error={events.error}
        onRetry={() => void events.refetch()}
        retrying={events.isFetching}
      />
    )
  }
  return <Bone height={240} />
}
