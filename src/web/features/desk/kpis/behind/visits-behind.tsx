import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type KpiVisit, kpiVisitsQuery } from '../../../../api/desk/kpis.ts'
import { operationRecordQuery } from '../../../../api/operation-record.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import type { Behind } from '../cards.ts'
import { type KpiFilters, kpiSearch } from '../filters.ts'
import classes from './behind.module.css'
import { NoRowsYet } from './behind-parts.tsx'
import { EventsTable } from './events-table.tsx'

/** The visits of a park timing, longest first; each opens its events. A single excluded visit is open at once. */
export function VisitsBehind({
  behind,
  filters,
  month,
}: {
  behind: Extract<Behind, { kind: 'visits' }>
  filters: KpiFilters
  month: string
}) {
  const query = useQuery(kpiVisitsQuery(kpiSearch({ ...filters, month }), behind.timing, behind))
  const [chosen, setChosen] = useState<KpiVisit | null>(null)
  if (query.data === undefined) return <NoRowsYet title={text.visitsFailed} query={query} />
  const visits = query.data
  const only = behind.excluded && visits.length === 1 ? (visits[0] ?? null) : null
  const open = chosen ?? only
  if (open) return <OneVisit visit={open} {...(chosen && { onBack: () => setChosen(null) })} />
  if (visits.length === 0) return <Empty small>{text.noVisits}</Empty>
  return (
    <>
      <p className={classes.count} role="status">
        {text.visits(visits.length)}
      </p>
      <ul className={classes.list}>
        {behind.mean && (
          <li className={`${classes.row} ${classes.mean}`}>
            <span>{text.meanOf(text.visits(behind.mean.visits))}</span>
            <span>{text.minutes(behind.mean.minutes)}</span>
          </li>
        )}
        {visits.map((visit) => (
          <li key={`${visit.operationKey} ${visit.from}`}>
            <button type="button" className={classes.row} onClick={() => setChosen(visit)}>
              <VisitWords visit={visit} />
              <ChevronRight size={20} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function VisitWords({ visit }: { visit: KpiVisit }) {
  return (
    <>
      <span className={classes.who}>
        <ContainerNumber value={visit.containerNumber} />
        <span className={classes.soft}>{visit.username}</span>
      </span>
      <span className={classes.soft}>
        {text.visitRange(formatDateTime(visit.from), formatDateTime(visit.to))}
      </span>
      <span className={classes.minutes}>
        <strong>{text.minutes(visit.minutes)}</strong>
        {visit.excluded && <Pill phase="stale">{text.visitExcluded}</Pill>}
      </span>
    </>
  )
}

function OneVisit({ visit, onBack }: { visit: KpiVisit; onBack?: () => void }) {
  const query = useQuery(operationRecordQuery(visit.operationKey))
  return (
    <>
      {onBack && (
        <ToolButton Icon={ArrowLeft} variant="subtle" className={classes.back ?? ''} onClick={onBack}>
          {text.backToVisits}
        </ToolButton>
      )}
      <div className={classes.visit}>
        <VisitWords visit={visit} />
      </div>
      {query.data ? (
        <EventsTable rows={query.data.filter(({ retracted }) => !retracted)} />
      ) : (
        <NoRowsYet title={text.eventsFailed} query={query} />
      )}
    </>
  )
}
