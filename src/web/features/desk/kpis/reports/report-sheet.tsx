import type { ReportResponse } from '#contract/http/reports'
import type { TurnTimes } from '#contract/http/turn-times'
import { PARK_TIMINGS } from '#domain/kpi/park-timings'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { namedLabel } from '../../../../text/labels.ts'
import { commonText, LOCALE } from '../../../../text/page.ts'
import { Table } from '../../../../ui/data/table.tsx'
import { Mark } from '../../../../ui/page/mark.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './report-sheet.module.css'

/** A saved report, laid out like a sheet of paper: one page when printed. */
export function ReportSheet({ report, title }: { report: ReportResponse; title: string }) {
  const { reportData: data } = report
  return (
    <article className={classes.sheet}>
      <header className={classes.head}>
        <Mark />
        <div>
          <strong>
            {commonText.appName} · {title}
          </strong>
          <span>{text.savedAt(formatDateTime(report.timestamp))}</span>
        </div>
      </header>
      {report.hasLaterCorrections && <p role="note">{text.laterCorrections}</p>}
      <div className={classes.parts}>
        <Rows
          title={text.reportAs}
          rows={[
            [text.cards.duration, data.averageTripDuration],
            [text.downtime, data.deadTimePercentage],
            [text.cards.distance, kilometres(data.totalDistance)],
            [text.cards.productive, data.productiveTimeRatio],
            ...(data.corrections ? [[text.correctionsTitle, count(data.corrections)] as const] : []),
          ]}
        />
        <Rows
          title={text.parkTitle}
          rows={PARK_TIMINGS.flatMap((name) =>
            data.parkTimings[name] === undefined
              ? []
              : [[text.timings[name], `${data.parkTimings[name]} min`]],
          )}
        />
        <Rows
          title={text.typesTitle}
          rows={data.eventTypes.map(({ name, value }) => [namedLabel(name), count(value)])}
        />
        <Rows
          title={text.statusesTitle}
          rows={data.operationStatuses.map(({ name, value }) => [namedLabel(name), count(value)])}
        />
        {data.turnTimes && (
          <>
            <Rows
              title={text.turnByTitles.places}
              rows={visits(data.turnTimes.places, text.noGroup.places)}
            />
            <Rows
              title={text.turnByTitles.clients}
              rows={visits(data.turnTimes.clients, text.noGroup.clients)}
            />
          </>
        )}
      </div>
    </article>
  )
}

/** The median visit of each place or client. */
const visits = (groups: readonly TurnTimes[], none: string): [string, string][] =>
  groups.map(({ name, timings: { totalTime } }) => [
    name ?? none,
    `${totalTime.p50.toFixed(1)} min · ${text.visits(totalTime.samples)}`,
  ])

const count = (value: number): string => value.toLocaleString(LOCALE)

/** '1234.5 km' is saved, '1,234.5 km' is shown; other texts stay as they were saved. */
const kilometres = (saved: string): string => {
  const [, km] = /^(\d+\.\d) km$/.exec(saved) ?? []
  return km === undefined ? saved : text.km(Number(km))
}

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <Panel as="section" className={classes.part}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className={classes.none}>{text.emptyChart}</p>
      ) : (
        <Table className={classes.table}>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
