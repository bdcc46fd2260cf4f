import { BarChart } from '@mantine/charts'
import { Button } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { KpisResponse } from '#contract/http/desk/kpis'
import { kpisText as text } from '../../../../text/desk.ts'
import { namedLabel } from '../../../../text/labels.ts'
import { LOCALE } from '../../../../text/page.ts'
import { type Behind, behindTypes } from '../cards.ts'
import { hourRange } from '../month.ts'
import { FigureButton, FigurePanel, FigureTable, PanelFailed } from './panel.tsx'
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

interface ChartRow {
  /** Label on the axis and in the table. */
  name: string
  value: number
  /** Opens the events behind this bar. */
  onOpen: () => void
}

interface ChartPanelProps {
  title: string
  /** Null: their calculation failed. */
  rows: readonly ChartRow[] | null
  /** Header of the column of names, and by default their axis. */
  nameTitle: string
  nameAxis?: string
  valueAxis: string
  /** Long names read better beside their bars than under them. */
  sideways?: boolean
}

const HEIGHT = 280
const ROW_HEIGHT = 30
const SERIES = [{ name: 'value', label: text.count, color: 'var(--phase-working-ink)' }]

/** A bar chart, or its numbers as a table; bars and rows open the events that they count. */
function ChartPanel({
  title,
  rows,
  nameTitle,
  nameAxis = nameTitle,
  valueAxis,
  sideways = false,
}: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const still = useReducedMotion()
  if (rows === null) return <PanelFailed title={title} />
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const height = sideways ? Math.max(180, rows.length * ROW_HEIGHT + 60) : HEIGHT
  return (
    <FigurePanel
      title={title}
      tool={
        <Button
          variant="default"
          size="sm"
          className={classes.tool ?? ''}
          leftSection={asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
          aria-label={`${asTable ? text.showChart : text.showTable}: ${title}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? text.showChart : text.showTable}
        </Button>
      }
    >
      {total === 0 ? (
        <p className={classes.emptyChart}>{text.emptyChart}</p>
      ) : asTable ? (
        <ChartTable title={title} rows={rows} nameTitle={nameTitle} />
      ) : (
        <div className={classes.chart} role="img" aria-label={text.chartOf(title, total)}>
          <BarChart
            h={height}
            data={[...rows]}
            dataKey="name"
            series={SERIES}
            orientation={sideways ? 'vertical' : 'horizontal'}
            xAxisLabel={sideways ? valueAxis : nameAxis}
            {...(sideways ? {} : { yAxisLabel: valueAxis })}
            yAxisProps={
              sideways ? { width: 150, tickMargin: 6, interval: 0 } : { width: 44, allowDecimals: false }
            }
            xAxisProps={sideways ? { allowDecimals: false } : { interval: 'equidistantPreserveStart' }}
            gridAxis={sideways ? 'y' : 'x'}
            tickLine="none"
            maxBarWidth={28}
            barProps={{
              isAnimationActive: !still,
              animationDuration: 150,
              cursor: 'pointer',
              onClick: (_bar, index) => rows[index]?.onOpen(),
            }}
            barChartProps={{ accessibilityLayer: false }}
          />
        </div>
      )}
    </FigurePanel>
  )
}

function ChartTable({
  title,
  rows,
  nameTitle,
}: Pick<ChartPanelProps, 'title' | 'nameTitle'> & { rows: readonly ChartRow[] }) {
  return (
    <FigureTable title={title} name={nameTitle} columns={[{ label: text.count }]} low>
      {rows.map(({ name, value, onOpen }) => (
        <tr key={name}>
          <td>{name}</td>
          <td className={classes.number}>
            {value > 0 ? (
              <FigureButton figure={value.toLocaleString(LOCALE)} of={text.openRow(name)} onOpen={onOpen} />
            ) : (
              value
            )}
          </td>
        </tr>
      ))}
    </FigureTable>
  )
}
