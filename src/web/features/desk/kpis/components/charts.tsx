import { BarChart } from '@mantine/charts'
import { Button } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { kpisText as text } from '../../../../text/desk.ts'
import { LOCALE } from '../../../../text/page.ts'
import { FigureButton, FigurePanel, FigureTable, PanelFailed } from './panel.tsx'
import classes from './panels.module.css'

interface ChartRow {
  /** Label on the axis and in the table. */
  name: string
  value: number
  /** Opens the events behind this bar. */
  onOpen: () => void
}

export interface ChartPanelProps {
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
export function ChartPanel({
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.tableFrame} tabIndex={0} aria-label={text.tableOf(title)}>
      <FigureTable name={nameTitle} columns={[{ label: text.count }]}>
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
    </section>
  )
}
