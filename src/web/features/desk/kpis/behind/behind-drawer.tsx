import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isSelected } from '#domain/kpi/event-words'
import { type EventType, workflowRow } from '#domain/operation/steps'
import { kpiCorrectionsQuery } from '../../../../api/desk/kpis.ts'
import { activeOperationsQuery } from '../../../../api/desk/supervisor-operations.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { eventLabel, statusLabel } from '../../../../text/labels.ts'
import { RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { PhaseBadge } from '../../../../ui/haulage/phase.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import type { Behind } from '../cards.ts'
import { Drawer } from '../components/drawer.tsx'
import { eventsSearch, includesOperation, type KpiFilters, kpiSearch, selectorsFor } from '../filters.ts'
import { useEventsBehind } from '../queries.ts'
import classes from './behind.module.css'
import { NoRowsYet } from './behind-parts.tsx'
import { EventsTable } from './events-table.tsx'
import { VisitsBehind } from './visits-behind.tsx'

export function BehindDrawer({
  behind,
  filters,
  month,
  corrections,
  onClose,
}: {
  behind: Behind
  filters: KpiFilters
  month: string
  /** How many the figures rest on. */
  corrections: number
  onClose: () => void
}) {
  return (
    <Drawer title={behind.title} onClose={onClose}>
      {corrections > 0 && <p className={classes.count}>{text.corrections(corrections)}</p>}
      {behind.kind === 'events' && <EventsBehind behind={behind} filters={filters} />}
      {behind.kind === 'visits' && <VisitsBehind behind={behind} filters={filters} month={month} />}
      {behind.kind === 'corrections' && <CorrectionsBehind filters={filters} month={month} />}
      {behind.kind === 'active' && <ActiveBehind filters={filters} />}
    </Drawer>
  )
}

function ActiveBehind({ filters }: { filters: KpiFilters }) {
  const query = useQuery(activeOperationsQuery)
  if (query.data === undefined) return <NoRowsYet title={text.loadFailed} query={query} premium />
  const operations = query.data.operations.filter((operation) => includesOperation(filters, operation))
  if (operations.length === 0) return <Empty small>{text.noActive}</Empty>
  return (
    <>
      <p className={classes.count} role="status">
        {text.operations(operations.length)}
      </p>
      <ul className={classes.list}>
        {operations.map((operation) => (
          <li key={operation.operationKey} className={classes.row}>
            <span className={classes.who}>
              <ContainerNumber value={operation.containerNumber} />
              <span className={classes.soft}>{operation.displayName}</span>
            </span>
            <PhaseBadge
              phase={workflowRow(operation.operationType, operation.newestEventType).phase}
              label={statusLabel(operation.operationType, operation.newestEventType)}
            />
            <RelativeTime at={operation.newestEventAt} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The corrections that the figures rest on: what, by whom and why. */
function CorrectionsBehind({ filters, month }: { filters: KpiFilters; month: string }) {
  const query = useQuery(kpiCorrectionsQuery(kpiSearch({ ...filters, month })))
  if (query.data === undefined) return <NoRowsYet title={text.correctionsFailed} query={query} />
  return (
    <ul className={classes.list}>
      {query.data.map((correction) => (
        <li key={correction.correctionId} className={classes.row}>
          <span className={classes.who}>
            <ContainerNumber value={correction.containerNumber} />
            <strong>{changeWords(correction)}</strong>
          </span>
          <span className={classes.soft}>
            {correction.authorName}, {formatDateTime(correction.recordedAt)}
          </span>
          {correction.reason && <span>{correction.reason}</span>}
        </li>
      ))}
    </ul>
  )
}

interface Change {
  kind: keyof typeof text.correctionKinds
  before: string | null
  after: string | null
}

function changeWords({ kind, before, after }: Change): string {
  const shown = (value: string | null): string | null =>
    value === null
      ? null
      : kind === 'time'
        ? formatDateTime(value)
        : kind === 'container_number'
          ? value
          : eventLabel(value as EventType)
  const change = [shown(before), shown(after)].filter((value) => value !== null).join(' → ')
  return change === '' ? text.correctionKinds[kind] : `${text.correctionKinds[kind]}: ${change}`
}

/** The events of a figure, newest first. */
function EventsBehind({
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
