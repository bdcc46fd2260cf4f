import { Button } from '@mantine/core'
import { isSelected } from '#domain/kpi/event-words'
import { kpisText as text } from '../../../../text/desk.ts'
import { Empty } from '../../../../ui/panel/empty.tsx'
import type { Behind } from '../cards.ts'
import { eventsSearch, type KpiFilters, selectorsFor } from '../filters.ts'
import { useEventsBehind } from '../queries.ts'
import classes from './behind.module.css'
import { NoRowsYet } from './behind-parts.tsx'
import { EventsTable } from './events-table.tsx'

/** The events of a figure, newest first. */
export function EventsBehind({
  behind,
  filters,
}: {
  behind: Extract<Behind, { kind: 'events' }>
  filters: KpiFilters
}) {
  const search = eventsSearch(filters, behind)
  const query = useEventsBehind(search)
  if (search === null) return <Empty small>{text.noEvents}</Empty>
  if (query.data === undefined) return <NoRowsYet title={text.eventsFailed} query={query} premium />

  // The server's list cannot filter by event type and operation type together, and has cancelled operations: what the
  // figure does not count is left out here.
  const selectors = selectorsFor(filters, behind.types)
  const all = query.data.pages.flatMap(({ events }) => events)
  const events = all.filter((event) => !event.cancelled && isSelected(selectors, event))
  const total = query.data.pages[0]?.total ?? null
  // Without some of its events a trip has no legs.
  const unit = behind.unit?.of === 'distance' && selectors !== null ? undefined : behind.unit
  const sifted = events.length !== all.length
  return (
    <>
      <p className={classes.count} role="status">
        {sifted ? text.rows(events.length, null) : text.rows(events.length, total)}
        {sifted && query.hasNextPage && ` ${text.searched(all.length)}`}
      </p>
      {events.length === 0 && !query.hasNextPage ? (
        <Empty small>{text.noEvents}</Empty>
      ) : (
        events.length > 0 && <EventsTable rows={events} unit={unit} partial={query.hasNextPage} />
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {sifted ? text.keepLooking : text.moreRows}
        </Button>
      )}
    </>
  )
}
