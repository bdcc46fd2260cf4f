import type { ReportResponse } from '#contract/http/reports'
import { PARK_TIMINGS } from '#domain/kpi/park-timings'
import { LOCALE } from '../../../text/common.ts'
import { kpisText as text } from '../../../text/kpis.ts'
import { namedLabel } from '../../../text/labels.ts'
import { Table } from '../../../ui/data/table.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import classes from '../components/panels.module.css'

/** A saved report, laid out like a sheet of paper. */
export function ReportSheet({ report: { reportData: data } }: { report: ReportResponse }) {
  return (
    <>
      <Rows
        title={text.reportAs}
        rows={[
          [text.cards.duration, data.averageTripDuration],
          [text.downtime, data.deadTimePercentage],
          [text.cards.distance, data.totalDistance],
          [text.cards.productive, data.productiveTimeRatio],
          ...(data.corrections ? [[text.correctionsTitle, count(data.corrections)] as const] : []),
        ]}
      />
      <Rows
        title={text.parkTitle}
        rows={PARK_TIMINGS.map((name) => [text.timings[name], `${data.parkTimings[name]} min`])}
      />
      <Rows
        title={text.typesTitle}
        rows={data.eventTypes.map(({ name, value }) => [namedLabel(name), count(value)])}
      />
      <Rows
        title={text.statusesTitle}
        rows={data.operationStatuses.map(({ name, value }) => [namedLabel(name), count(value)])}
      />
    </>
  )
}

const count = (value: number): string => value.toLocaleString(LOCALE)

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <Panel as="section" className={classes.panel}>
      <h3 className={classes.sheetTitle}>{title}</h3>
      {rows.length === 0 ? (
        <p className={classes.hint}>{text.emptyChart}</p>
      ) : (
        <Table className={classes.table}>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className={classes.number}>{value}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
