import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UsageDays } from '#contract/http/console/admin'
import { formatDuration } from '#domain/time/duration'
import { usageQuery } from '../../../../api/admin/system.ts'
import { adminMetricsText as text } from '../../../../text/console.ts'
import { language } from '../../../../text/language.ts'
import { Table } from '../../../../ui/data/table.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { LinkButton } from '../../../../ui/panel/link-button.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { sizeText } from '../system/size-text.ts'
import table from '../table/table.module.css'
import { TableBones } from '../table/table-parts.tsx'
import classes from './metrics.module.css'

const PERIODS = Object.entries(text.usagePeriods).map(([value, label]) => ({ value, label }))
const COLUMNS = [
  text.requests,
  text.refused,
  text.serverTime,
  text.eventsRecorded,
  text.channels,
  text.stored,
]

/** Who asks for most, so that a noisy tenant has a name. */
export function UsageTable({ onChoose }: { onChoose: (supervisorId: number) => void }) {
  const [days, setDays] = useState<UsageDays>('1')
  const query = useQuery({ ...usageQuery(days), placeholderData: keepPreviousData })
  const whole = (figure: number): string => figure.toLocaleString(language === 'es' ? 'es-MX' : 'en')
  return (
    <div className={classes.panel}>
      <header className={classes.heading}>
        <div>
          <h3>{text.usage}</h3>
          <p className={classes.soft}>{text.usageHint}</p>
        </div>
        <Select
          label={text.usagePeriod}
          data={PERIODS}
          value={days}
          onChange={(value) => value !== null && setDays(value as UsageDays)}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      </header>
      {query.error && <LoadFailure title={text.usageFailed} query={query} reason={query.error.message} />}
      {query.isPending && <TableBones label={text.loading} />}
      {query.data?.tenants.length === 0 && <Empty role="status">{text.usageNone}</Empty>}
      {query.data && query.data.tenants.length > 0 && (
        <Panel as="section" className={table.frame} tabIndex={0} aria-label={text.usage}>
          <Table className={table.table} aria-label={text.usage} aria-busy={query.isPlaceholderData}>
            <thead>
              <tr>
                <th scope="col">{text.supervisor}</th>
                {COLUMNS.map((label) => (
                  <th key={label} scope="col" className={table.number}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {query.data.tenants.map((tenant) => (
                <tr key={tenant.supervisorId}>
                  <th scope="row" className={classes.person}>
                    <LinkButton onClick={() => onChoose(tenant.supervisorId)}>
                      {tenant.displayName}
                    </LinkButton>
                    <span>{tenant.username}</span>
                  </th>
                  <td className={table.number}>{whole(tenant.requests)}</td>
                  <td className={table.number}>{whole(tenant.refused)}</td>
                  <td className={table.number}>{formatDuration(tenant.seconds)}</td>
                  <td className={table.number}>{whole(tenant.events)}</td>
                  <td className={table.number}>{whole(tenant.channels)}</td>
                  <td className={table.number}>
                    {text.storedOf(whole(tenant.eventsStored), sizeText(tenant.bytesStored))}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </div>
  )
}
