import { useQuery } from '@tanstack/react-query'
import type { EventType } from '#domain/operation/steps'
import { kpiCorrectionsQuery } from '../../../../api/kpis.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { type KpiFilters, kpiSearch } from '../filters.ts'
import classes from './behind.module.css'
import { NoRowsYet } from './behind-parts.tsx'

/** The corrections that the figures rest on: what, by whom and why. */
export function CorrectionsBehind({ filters, month }: { filters: KpiFilters; month: string }) {
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
