import type { KpisResponse } from '#contract/http/kpis'
import { kpisText as text } from '../../../../text/desk.ts'
import { namedLabel } from '../../../../text/labels.ts'
import { type Behind, behindTypes } from '../cards.ts'
import { hourRange } from '../month.ts'
import { ChartPanel } from './charts.tsx'
import classes from './panels.module.css'

/** Events of today by hour, events of the month by type, operations by status. */
export function KpiCharts({ kpis, onOpen }: { kpis: KpisResponse; onOpen: (behind: Behind) => void }) {
  const { hourly, today, timezone } = kpis
  const byType = (counts: KpisResponse['eventTypes']) =>
    counts?.map(({ name, value, eventTypes }) => {
      const label = namedLabel(name)
      return { name: label, value, onOpen: () => onOpen(behindTypes(kpis, label, eventTypes)) }
    }) ?? null
  return (
    <div className={classes.panels}>
      <div className={classes.wide}>
        <ChartPanel
          title={text.hourlyTitle}
          nameTitle={text.hour}
          nameAxis={text.hourAxis}
          valueAxis={text.eventsAxis}
          rows={
            hourly?.map((value, hour) => {
              const name = `${String(hour).padStart(2, '0')}:00`
              const title = `${text.hourlyTitle}, ${name}`
              return {
                name,
                value,
                onOpen: () =>
                  onOpen({ kind: 'events', title, types: null, ...hourRange(hour, today, timezone) }),
              }
            }) ?? null
          }
        />
      </div>
      <ChartPanel
        title={text.typesTitle}
        nameTitle={text.type}
        valueAxis={text.eventsAxis}
        sideways
        rows={byType(kpis.eventTypes)}
      />
      <ChartPanel
        title={text.statusesTitle}
        nameTitle={text.status}
        valueAxis={text.operationsAxis}
        sideways
        rows={byType(kpis.operationStatuses)}
      />
    </div>
  )
}
