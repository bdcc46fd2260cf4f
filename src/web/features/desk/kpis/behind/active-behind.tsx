import { useQuery } from '@tanstack/react-query'
import { workflowRow } from '#domain/operation/steps'
import { activeOperationsQuery } from '../../../../api/supervisor-operations.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { PhaseBadge } from '../../../../ui/haulage/phase.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { includesOperation, type KpiFilters } from '../filters.ts'
import classes from './behind.module.css'
import { NoRowsYet } from './behind-parts.tsx'

export function ActiveBehind({ filters }: { filters: KpiFilters }) {
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
