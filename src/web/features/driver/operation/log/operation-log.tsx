import type { Entry } from '#domain/outbox/entry'
import type { LocalOperation } from '#domain/outbox/standing'
import { shownOffset } from '../../../../lib/time/server-clock.ts'
import { outboxText, operationText as text } from '../../../../text/driver.ts'
import { type EventLogRow, EventLogTable } from '../../../../ui/haulage/event-log-table.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import type { useOperationEvents } from '../queries.ts'
import { logRows } from './log-rows.ts'
import classes from './operation-log.module.css'

export interface OperationLogProps {
  operation: LocalOperation
  entries: readonly Entry[]
  /** What the server holds. */
  events: ReturnType<typeof useOperationEvents>
  username: string
  /** Something waits, and the browser has not promised to keep it. */
  mayBeForgotten: boolean
}

export function OperationLog({ mayBeForgotten, ...log }: OperationLogProps) {
  return (
    <>
      {mayBeForgotten && <p className={classes.hint}>{outboxText.mayBeForgotten}</p>}
      <Log {...log} />
    </>
  )
}

function Log({ operation, entries, events, username }: Omit<OperationLogProps, 'mayBeForgotten'>) {
  const rows = (known: typeof events.data): readonly EventLogRow[] =>
    logRows(operation, entries, known ?? [], username, shownOffset())
  // The table says so when it is no list.
  if (events.data !== undefined && !Array.isArray(events.data)) return <EventLogTable rows={events.data} />
  if (events.data !== undefined || operation.key === null) return <EventLogTable rows={rows(events.data)} />
  if (events.isError) {
    const own = rows(undefined)
    return (
      <>
        {own.length > 0 && <EventLogTable rows={own} />}
        <LoadFailure title={text.logFailed} query={events} />
      </>
    )
  }
  return <Bone height={240} />
}
