import type { KpisResponse } from '#contract/http/kpis'
import { kpisText as text } from '../../../text/kpis.ts'
import { namedLabel } from '../../../text/labels.ts'
import { type Behind, behindTypes } from '../cards.ts'
import { hourRange } from '../month.ts'
import { ChartPanel } from './charts.tsx'
import { PanelFailed } from './panel.tsx'
import classes from './panels.module.css'

/** Events of today by hour, events of the month by type, operations by status. */
export function KpiCharts({ kpis, onOpen }: { kpis: KpisResponse; onOpen: (behind: Behind) => void }) {
  const { hourly, eventTypes, operationStatuses, today, timezone } = kpis
  return (
    <div className={classes.panels}>
      <div className={classes.wide}>
        {hourly === null ? (
          <PanelFailed title={text.hourlyTitle} />
        ) : (
          <ChartPanel
            title={text.hourlyTitle}
            nameTitle={text.hour}
            nameAxis={text.hourAxis}
            valueAxis={text.eventsAxis}
            rows={hourly.map((value, hour) => {
              const name = `${String(hour).padStart(2, '0')}:00`
              const title = `${text.hourlyTitle}, ${name}`
              return {
                name,
                value,
                onOpen: () =>
                  onOpen({ kind: 'events', title, types: null, ...hourRange(hour, today, timezone) }),
              }
            })}
          />
        )}
      </div>
      {eventTypes === null ? (
        <PanelFailed title={text.typesTitle} />
      ) : (
        <ChartPanel
          title={text.typesTitle}
          nameTitle={text.type}
          nameAxis={text.type}
          valueAxis={text.eventsAxis}
          sideways
          rows={eventTypes.map(({ name, value, eventTypes: types }) => ({
            name: namedLabel(name),
            value,
            onOpen: () => onOpen(behindTypes(kpis, namedLabel(name), types)),
          }))}
        />
      )}
      {operationStatuses === null ? (
        <PanelFailed title={text.statusesTitle} />
      ) : (
        <ChartPanel
          title={text.statusesTitle}
          nameTitle={text.status}
          nameAxis={text.status}
          valueAxis={text.operationsAxis}
          sideways
          rows={operationStatuses.map(({ name, value, eventTypes: types }) => ({
            name: namedLabel(name),
            value,
            onOpen: () => onOpen(behindTypes(kpis, namedLabel(name), types)),
          }))}
        />
      )}
    </div>
  )
}
